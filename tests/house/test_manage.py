"""The command line as a shell uses it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.services.waiting import FAR
from traders import command_line
from traders.version import VERSION

TREE = Path(__file__).resolve().parents[2]


def test_who_has_read_enough_sees_no_trace() -> None:
    with subprocess.Popen(
        [sys.executable, "manage.py", "help"],
        cwd=TREE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as told:
        assert told.stdout is not None
        assert told.stderr is not None
        told.stdout.close()
        assert told.stderr.read() == ""
        assert told.wait(FAR) == 0


def test_it_says_which_release_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["traders", "--version"])
    command_line.main()
    assert capsys.readouterr().out == f"Traders by Post {VERSION}\n"


def test_a_server_says_which_commands_it_does_without(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    commands = (TREE / "tools" / "management" / "commands").glob("[!_]*.py")
    assert sorted(command.stem for command in commands) == sorted(command_line.OF_TOOLS)
    monkeypatch.setattr(command_line, "TOOLS", tmp_path / "tools")
    for command in command_line.OF_TOOLS:
        monkeypatch.setattr(sys, "argv", ["traders", command, "--prove"])
        with pytest.raises(SystemExit, match=r"is one of the tools .* a server does without"):
            command_line.main()
