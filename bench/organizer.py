"""What a season costs its organizer: the season of `tests/web/seasons/test_in_a_browser.py`, played
in a browser, with the pages, clicks, letters and words of each task turned into minutes by the
model of `tests/web/seasons/organizers_time.py`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.measuring import HOUSE, Row, report, without_a_server

PLAYED = "tests/web/seasons/test_in_a_browser.py"


def main() -> None:
    """Print the rows."""
    with tempfile.TemporaryDirectory() as folder:
        into = Path(folder, "minutes.json")
        # the tests have a server of their own
        told = without_a_server()
        command = [sys.executable, "-m", "pytest", PLAYED, "-n0", "-q"]
        subprocess.run(
            command, cwd=HOUSE, env=told | {"MINUTES": str(into)}, check=True, capture_output=True
        )
        costs = json.loads(into.read_text("utf-8"))
    rows = [
        Row(
            f"an organizer's season of 12: {task}",
            minutes,
            "min",
            f"{often:g} × {cost['pages']} pages, {cost['clicks'] + cost['blanks']} clicks, "
            f"{cost['keys']} keys, {cost['letters']} letters of {cost['written']} words; once "
            f"{cost['words']} words of pages",
        )
        for task, cost, often, minutes in costs
    ]
    whole = sum(row.figure for row in rows)
    report([*rows, Row("an organizer's season of 12, whole", whole, "min", goal="<= 60")])


if __name__ == "__main__":
    main()
