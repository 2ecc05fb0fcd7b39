"""What a newcomer's first order takes: the way of `tests/web/test_first_order_in_a_browser.py` on a
telephone in each game, on the board and by letter, with words, clicks and keys turned into seconds
by the model of `tests/web/newcomers_time.py`; the time until the first turn comes; the letters
before the first order.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.measuring import HOUSE, Row, report, without_a_server

PLAYED = "tests/web/test_first_order_in_a_browser.py"
SECONDS, LETTERS, WAITED = 180, 2, 20


def main() -> None:
    """Print the rows."""
    with tempfile.TemporaryDirectory() as folder:
        into = Path(folder, "newcomer.jsonl")
        command = [sys.executable, "-m", "tests.on_sqlite", PLAYED, "-n0", "-q"]
        told = without_a_server()
        # what misses a goal fails there, and shows here
        subprocess.run(
            command, cwd=HOUSE, env=told | {"NEWCOMER": str(into)}, check=False, capture_output=True
        )
        walks = [json.loads(line) for line in into.read_text("utf-8").splitlines()]
    rows = []
    for walk in walks:
        way = f"{walk['system']}, {walk['way']}"
        beside = f"{walk['words']} words, {walk['clicks']} clicks, {walk['keys']} keys"
        seconds, waited, letters = walk["seconds"], walk["waited"], walk["letters"]
        rows += [
            Row(f"a newcomer's first order: {way}", seconds, "s", beside, goal=f"<= {SECONDS}"),
            Row(f"… until the turn comes: {way}", waited, "s", goal=f"<= {WAITED}"),
            Row(f"… letters before it: {way}", letters, "", goal=f"<= {LETTERS}"),
        ]
    report(rows)


if __name__ == "__main__":
    main()
