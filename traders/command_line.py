"""What is typed at a shell: `traders` where the package is installed, `manage.py` in its
repository.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from traders.installation_paths import HOUSE
from traders.version import VERSION

TOOLS = HOUSE / "tools"
"""The folder of what proves and measures; a server has none."""
OF_TOOLS = (
    "architecture",
    "newgame",
    "rulebook",
    "scenario",
    "simulate",
    "simulate-season",
    "specimen",
)
"""Its commands, so that a server can say where they are."""
OF_THE_MACHINE = ("setup", "status", "backup", "restore")
"""Commands of who looks after the machine (traders/machine/)."""
TRIED = {"--help", "-h", "--dry-run"}


def main() -> None:
    """Carry out the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "traders.settings")
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    if command == "--version":
        print(f"Traders by Post {VERSION}")  # noqa: T201 - what was asked
    elif command == "run":
        sys.argv[:2] = [f"{sys.argv[0]} run"]
        sys.exit(import_module("worker.embedded").main())
    elif command in OF_THE_MACHINE:
        sys.exit(import_module("traders.machine.commands").carry_out(command, sys.argv[2:]))
    elif command in OF_TOOLS and not TOOLS.is_dir():
        sys.exit(
            f"`{command}` is one of the tools that prove and measure: they come with the "
            "repository, and a server does without."
        )
    elif command == "receive":
        _receive()
    else:
        _django()


def _django() -> None:
    # imported here: it reads the environment that is set above
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except BrokenPipeError:  # who reads has read enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _receive() -> None:
    """The one command that a mail server calls: whatever is wrong here, the letter is tried again,
    and its sender sees none of it.
    """
    if TRIED & set(sys.argv):  # by somebody at a terminal, who wants to see what is wrong
        _django()
        return
    if not (
        os.environ.get("DATABASE_URL")
        or os.environ.get("TRADERS_EMBEDDED")
        or "--sqlite" in sys.argv
    ):
        # without the operator's settings a database of its own would be made
        sys.exit(os.EX_TEMPFAIL)
    try:
        _django()
    except Exception:  # noqa: BLE001 — settings that cannot be read: the letter is not lost
        sys.exit(os.EX_TEMPFAIL)
