"""`manage.py scenario` prints a line a scenario, and its exit status says whether any differs."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command

from tests.proof.scenarios.test_scenario_file_reader import FILE
from traders.installation_paths import HOUSE
from traders.keys import SECRET, new_key

pytestmark = pytest.mark.django_db

ROLLS = FILE.replace('seats = ["red", "blue"]', 'seats = ["red", "blue"]\nchance = [3]').replace(
    "nonsense", "setup"
)


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A file of three scenarios, the last of which cannot be read; the test's database serves."""
    from contextlib import nullcontext

    monkeypatch.setattr("tools.management.commands.scenario.scratch_database", nullcontext)
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
    assert [
        (case.get("name"), case.find("failure") is None) for case in suites.iter("testcase")
    ] == [("a", True), ("b", True), ("c", False)]


def test_chosen_ones_alone(file):
    out = StringIO()
    call_command("scenario", file, without=["clock", "deals"], stdout=out)
    assert out.getvalue().splitlines()[0] == "ok a"
    call_command("scenario", file, only=["b"], stdout=out)
    with pytest.raises(CommandError, match="no scenario 'z'"):
        call_command("scenario", file, only=["z"], stdout=out)
    with pytest.raises(CommandError, match="no scenario is chosen"):
        call_command("scenario", file, sections=["JUMP"], stdout=out)


def test_the_servers_own_database_is_not_even_opened():
    """It needs no right to make databases, and leaves no row behind: here there is no database at
    all.
    """
    away = os.environ | {
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "POST_DOMAIN": "post.test",
    }
    away |= {
        "SECRET_KEY": new_key(SECRET),
        "TRADERS_VAULT_KEY": new_key(),
        "REDIS_URL": "redis://127.0.0.1:1/0",
    }
    command = [
        sys.executable,
        "manage.py",
        "scenario",
        "tests/scenarios/imperial-trader.toml",
        "--only",
        "it-set-up",
    ]
    done = subprocess.run(command, cwd=HOUSE, env=away, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("ok it-set-up\n1 scenarios, 1 ok"), done.stderr
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "f.toml: there is no such file"),
        ("# For players", "no scenario is chosen"),
        ("Hello.", "f.toml: this is no TOML: "),
    ],
)
def test_a_file_that_cannot_be_read_ends_the_command_before_it_begins(
    tmp_path, monkeypatch, text, words
):
    monkeypatch.delattr("tools.management.commands.scenario.scratch_database")
    path = tmp_path / "f.toml"
    if text is not None:
        path.write_text(text)
    with pytest.raises(CommandError, match=words):
        call_command("scenario", path)
