#!/usr/bin/env python3
"""The house's commands: `python manage.py help`."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "traders.settings")
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except BrokenPipeError:  # who reads has read enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


TRIED = {"--help", "-h", "--dry-run"}


def receive() -> None:
    """The one command that a mail server calls: whatever is wrong here, the letter is tried again,
    and its sender sees none of it.
    """
    if TRIED & set(sys.argv):  # by somebody at a terminal, who wants to see what is wrong
        main()
        return
    if not (
        os.environ.get("DATABASE_URL")
        or os.environ.get("TRADERS_EMBEDDED")
        or "--sqlite" in sys.argv
    ):
        # without the operator's settings a database of its own would be made
        sys.exit(os.EX_TEMPFAIL)
    try:
        main()
    except Exception:  # noqa: BLE001 — settings that cannot be read: the letter is not lost
        sys.exit(os.EX_TEMPFAIL)


if __name__ == "__main__":
    receive() if sys.argv[1:2] == ["receive"] else main()
