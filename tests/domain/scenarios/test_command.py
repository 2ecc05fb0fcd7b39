"""`manage.py scenario` prints a line a scenario, and its exit status says whether any differs."""

from __future__ import annotations

from io import StringIO
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command

from tests.domain.scenarios.test_reading import FILE

pytestmark = pytest.mark.django_db

ROLLS = FILE.replace('seats = ["red", "blue"]', 'seats = ["red", "blue"]\nchance = [3]').replace("nonsense", "setup")


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A file of three scenarios, of which the last cannot be read; the test's own database serves."""
    from contextlib import nullcontext

    monkeypatch.setattr("traders.management.commands.scenario.scratch_database", nullcontext)
    path = tmp_path / "f.toml"
    path.write_text(ROLLS)
    return path


def test_a_line_a_scenario(file, tmp_path):
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 3 scenarios differ"):
        call_command("scenario", file, junit=tmp_path / "j.xml", trace=["a"], stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0] == "ok a"
    assert "    1 start" in lines[1]
    assert "ok b" in lines
    assert any(line.startswith("FAILED c: f.toml: c: play: ") for line in lines)
    assert lines[-1].startswith("3 scenarios, 2 ok, 1 failed")
    suites = ElementTree.fromstring((tmp_path / "j.xml").read_bytes())
    assert [(case.get("name"), case.find("failure") is None) for case in suites.iter("testcase")] == [
        ("a", True),
        ("b", True),
        ("c", False),
    ]


def test_chosen_ones_alone(file):
    out = StringIO()
    call_command("scenario", file, without=["clock", "deals"], stdout=out)
    assert out.getvalue().splitlines()[0] == "ok a"
    call_command("scenario", file, only=["b"], stdout=out)
    with pytest.raises(CommandError, match="no scenario 'z'"):
        call_command("scenario", file, only=["z"], stdout=out)
    with pytest.raises(CommandError, match="no scenario is chosen"):
        call_command("scenario", file, sections=["JUMP"], stdout=out)
