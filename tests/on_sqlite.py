"""The tests that are run on SQLite too: `python -m tests.on_sqlite`; with pytest's arguments, those
that these name: `… tests/models -n0`.
"""

from __future__ import annotations

import os
import subprocess
import sys

PART = {
    # what differs there
    "tests/models": "`Among` is another query",
    "tests/domain/history/test_entries_are_kept.py": "the triggers over the entries",
    "tests/domain/history/test_audit.py": "copies of the file are edited by hand",
    "tests/domain/play/test_door.py": "the door's transactions take the one lock over all",
    "tests/domain/deadlines/test_sweep.py": "sweeps without SKIP LOCKED, the clock in the process",
    "tests/domain/deadlines/test_notices.py": "the heartbeat at the one lock",
    "tests/domain/post/incoming/test_at_once.py": "letters that come at once meet at that lock",
    "tests/domain/post/incoming/test_reading.py": "claims of letters; times and JSON are text",
    "tests/domain/post/incoming/test_quotas.py": "rows counted by their times",
    "tests/domain/post/test_delivery.py": "claims of letters to send without SKIP LOCKED",
    "tests/domain/post/test_delivery_killed.py": "what a killed process leaves of the log",
    "tests/domain/post/incoming/test_local_smtp_server.py": "451 where the lock cannot be had",
    "tests/domain/post/test_delivery_reports.py": "the same report twice",
    "tests/web/test_mail_provider_hooks.py"
    "::test_where_the_lock_cannot_be_had_the_provider_comes_again": "503",
    "tests/web/test_mail_provider_hooks.py::test_any_bytes_are_stored": "bytes in columns",
    "tests/arbitration/test_rulings.py": "the court's queries, JSON in them",
    "tests/faults/test_falls.py": "processes killed at every step, on the file",
    "tests/faults/test_same_letter.py": "letters that come at once, on the file",
    # what `make run` does
    "tests/house/test_checks.py": "what is fit there",
    "tests/house/test_embedded.py": "the embedded set-up, its queue",
    "tests/house/test_keys.py": "keys beside the file",
    "tests/house/test_services.py": "the file as tests use it",
    "tests/club/test_demonstration_club.py": "the demonstration club",
    "tests/club/test_demonstration_renewal.py": "what is removed of it",
    "tests/club/desk/test_game_list_by_trouble.py": "the desk's queries",
    "tests/club/seasons/test_whole_season.py": "a season's queries",
    "tests/web/test_code_request_limits.py": "requests for codes at once, counted",
    "tests/web/test_mailbox.py": "the mailbox page",
    "tests/web/test_loose_letters.py": "codes and invitations on it",
    "tests/web/test_newcomer.py": "the first steps",
    "tests/web/test_first_order_in_a_browser.py": "a first order in each game",
    "tests/web/test_every_page.py": "every page",
    "tests/transcripts": "letters in and out, word by word",
}
"""Paths, and why each is there."""


def run(arguments: list[str], *, capture: bool = False) -> subprocess.CompletedProcess[str]:
    """Run pytest on SQLite over the part; `capture`: keep what it prints."""
    command = [sys.executable, "-m", "pytest", *arguments, *([] if _names(arguments) else PART)]
    output = subprocess.PIPE if capture else None
    return subprocess.run(
        command,
        env=os.environ | {"DATABASE_URL": ""},
        stdout=output,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def _names(arguments: list[str]) -> bool:
    """Whether the arguments name tests."""
    return any(argument.startswith("tests") for argument in arguments)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]).returncode)
