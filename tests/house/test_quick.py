"""`make quick` is quick, and says what it left out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import quick

RUN = """
import sys, pytest
from tests.quick import Budget
sys.exit(pytest.main(["-c", "none.ini", "-p", "no:django", "."], plugins=[Budget({seconds})]))
"""


def test_where_nothing_changed_nothing_is_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(quick, "_git", lambda *words: [])
    assert quick.main() == 0
    assert "Nothing that changed since the last commit" in capsys.readouterr().out


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("seconds", "told", "left"),
    [(0, "1 passed", "test_b.py: 2"), (600, "1 failed, 2 passed", "")],
)
def test_when_the_time_is_over_the_rest_is_named(
    tmp_path: Path, seconds: int, told: str, left: str
) -> None:
    (tmp_path / "none.ini").write_text("[pytest]\n")
    (tmp_path / "test_a.py").write_text("def test_one(): pass")
    (tmp_path / "test_b.py").write_text("def test_two(): pass\ndef test_three(): assert False")
    done = subprocess.run(
        [sys.executable, "-c", RUN.format(seconds=seconds)],
        cwd=tmp_path,
        env={"PYTHONPATH": str(quick.TREE), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told in done.stdout, done.stdout + done.stderr
    assert ("left out" in done.stdout) == bool(left)
    assert left in done.stdout
