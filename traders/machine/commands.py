"""The commands that look after the machine: `setup`, `status`, `backup`, `restore`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from traders.machine import configuration_file_install, database_backup, settings_file, status
from traders.machine.configuration_file_install import OWN
from traders.machine.machine_operations import Machine, Refused
from traders.machine.setting_up import set_up
from traders.machine.setup_answers import arguments, asked, at_the_terminal


def carry_out(name: str, words: list[str]) -> int:
    """Carry out `setup`, `status`, `backup` or `restore`; its exit status."""
    try:
        given = _given(name, words)
        shown = name == "setup" and given.show
        if os.geteuid() and not shown:
            raise Refused(f"`traders {name}` is for root.")
        return _done(name, given, Machine())
    except Refused as why:
        sys.stderr.write(f"{why}\n")
        return 1


def _given(name: str, words: list[str]) -> argparse.Namespace:
    if name == "setup":
        return arguments(words)
    parser = argparse.ArgumentParser(prog=f"traders {name}")
    if name == "backup":
        parser.add_argument("file", nargs="?", default="", help="by default the day's")
    if name == "restore":
        parser.add_argument("file", type=Path, help="a copy that `traders backup` made")
        parser.add_argument("--stop", action="store_true", help="stop the server first")
    return parser.parse_args(words)


def _done(name: str, given: argparse.Namespace, machine: Machine) -> int:
    if name == "status":
        return 0 if status.told(machine) else 1
    if name == "backup":
        database_backup.backup(machine, given.file)
    elif name == "restore":
        database_backup.restore(machine, given.file, stop=given.stop)
    else:
        kept = {} if given.show and os.geteuid() else settings_file.kept(machine)
        answers = asked(given, kept, at_the_terminal())
        if given.show:
            for path, text in (
                configuration_file_install.brought()
                | configuration_file_install.written(answers, OWN)
            ).items():
                sys.stdout.write(f"# {path}\n{text}\n")
        else:
            set_up(machine, answers)
    return 0
