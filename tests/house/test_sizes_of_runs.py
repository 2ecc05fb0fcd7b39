"""What a test may cost, and how many examples a run draws (docs/decisions/0033-ten-minutes.md)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests import cpu, examples

HOUSE = Path(__file__).resolve().parents[2]
SPINS = """
import time
import pytest
from tests import cpu

cpu.MOST = 0.3

def spin():
    end = time.process_time() + 0.4
    while time.process_time() < end:
        pass

@pytest.fixture(scope="module")
def shared():
    spin()

@pytest.fixture
def own():
    yield
    spin()

def test_spins(): spin()
def test_is_spun_for_after_it(own): pass
def test_shares(shared): pass
@pytest.mark.long
def test_takes_its_time():
    '''Long: it spins.'''
    spin()
"""


def run(folder: Path, text: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A run of pytest, in CI, of a file with this text."""
    (folder / "test_it.py").write_text(text)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-c", "pyproject.toml", "-n0", "-q", str(folder)],
        cwd=HOUSE,
        env=os.environ | {"CI": "true", "DATABASE_URL": "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_ci_names_each_test_that_takes_too_much_and_no_other(tmp_path: Path) -> None:
    ended = run(tmp_path, SPINS)
    assert ended.returncode == 1, ended.stdout
    assert "3 passed, 1 deselected" in ended.stdout
    (told,) = [line for line in ended.stdout.splitlines() if "seconds of CPU" in line]
    assert "test_spins (0.4)" in told
    assert "test_is_spun_for_after_it (0.4)" in told
    assert "test_shares" not in told


@pytest.mark.long
def test_a_long_test_without_a_reason_and_a_property_without_a_row_are_refused(
    tmp_path: Path,
) -> None:
    """Long: pytest itself is started, twice."""
    for mark, told in (("long", "its docstring says why"), ("examples('none')", "no row `none`")):
        ended = run(tmp_path, f"import pytest\n@pytest.mark.{mark}\ndef test_it(): pass\n")
        assert ended.returncode == pytest.ExitCode.USAGE_ERROR
        assert told in ended.stderr


def test_every_row_draws_more_in_a_longer_run() -> None:
    for row, numbers in examples.ROWS.items():
        assert len(numbers) == len(examples.SIZES), row
        assert 0 <= numbers[0] <= numbers[1] <= numbers[2] != 0, row


def test_the_same_seed_draws_the_same_and_another_in_time_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(examples, "ROWS", {"things": [2, 9, 9]})
    monkeypatch.delenv(examples.SIZE, raising=False)
    seen = set()
    for seed in range(40):
        monkeypatch.setenv(examples.SEED, str(seed))
        drawn = examples.drawn("things", "abcde")
        assert drawn == examples.drawn("things", "abcde")
        assert len(drawn) == 2
        seen |= set(drawn)
    assert seen == set("abcde")
    monkeypatch.setenv(examples.SIZE, "long")
    assert examples.drawn("things", "abcde") == list("abcde")


class _Case(NamedTuple):
    """A test as it is collected; `marks` are those that it has."""

    nodeid: str
    marks: tuple[str, ...]

    def get_closest_marker(self, name: str) -> bool:
        return name in self.marks


def case(nodeid: str, *marks: str) -> Any:
    return _Case(nodeid, marks)


def test_of_a_sampled_test_one_case_in_four_is_drawn_and_in_time_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(examples.SIZE, raising=False)
    cases = [case(f"test_it[{one}]", "sampled") for one in "abcdefgh"]
    seen: set[str] = set()
    for seed in range(40):
        monkeypatch.setenv(examples.SEED, str(seed))
        here = examples.sampled([*cases, case("test_alone[a]", "sampled"), case("test_all[a]")])
        assert here == examples.sampled([*cases, case("test_alone[a]", "sampled")])
        assert here.pop("test_alone[a]")
        assert len(here) == len(cases)
        assert sum(here.values()) == 2
        short = {one for one, drawn in here.items() if drawn}
        seen |= short
        monkeypatch.setenv(examples.SIZE, "long")
        long = {one for one, drawn in examples.sampled(cases).items() if drawn}
        assert len(long) == 2
        assert not long & short
        monkeypatch.delenv(examples.SIZE)
    assert len(seen) == len(cases)
    monkeypatch.setenv(examples.SIZE, "soak")
    assert all(examples.sampled(cases).values())


def test_seconds_are_told_by_folder_the_dearest_first() -> None:
    taken = {"tests/a/test_x.py::t": 1.0, "tests/b/c/test_y.py::t": 2.5, "tests/a/test_z.py::t": 1}
    assert cpu.by_folder(taken.items()) == [("tests/b", 1, 2.5), ("tests/a", 2, 2.0)]
