"""`python -m bench.tests`: what the last `make test` and `make test-long` here took, by folder, is
written to bench/tests.md.
"""

from __future__ import annotations

import json
import platform
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from tests.__main__ import FOLDER
from tests.cpu import by_folder
from tests.examples import COMMANDS

LEDGER = Path(__file__).with_suffix(".md")
SIZES = ("test", "long")
HEAD = """# CPU seconds of the tests, by folder

{day}, {machine}. Made by `python -m bench.tests` from the last `make test` and `make test-long`;
both databases together. Servers and browsers that several tests share are not in it.

| folder | `make test`: tests | CPU s | `make test-long`: tests | CPU s |
| --- | ---: | ---: | ---: | ---: |
"""


def taken(size: str) -> list[tuple[str, int, float]]:
    """Folder, tests, CPU seconds of the last run of this size, on both databases."""
    tests: Counter[str] = Counter()
    seconds: dict[str, float] = {}
    for file in FOLDER.glob(f"{size}-*.json"):
        for folder, count, cpu in by_folder(json.loads(file.read_text()).items()):
            tests[folder] += count
            seconds[folder] = seconds.get(folder, 0) + cpu
    return [(folder, tests[folder], cpu) for folder, cpu in seconds.items()]


def main() -> int:
    """Write the table; 1 where a run is missing."""
    runs = {size: {folder: rest for folder, *rest in taken(size)} for size in SIZES}
    missing = [size for size, rows in runs.items() if not rows]
    if missing:
        print("Not run here yet: " + ", ".join(COMMANDS[size] for size in missing))
        return 1
    lines = []
    for folder in sorted({*runs["test"], *runs["long"]}):
        cells = [f"{n:,} | {cpu:,.1f}" for s in SIZES for n, cpu in [runs[s].get(folder, (0, 0.0))]]
        lines.append(f"| {folder} | {' | '.join(cells)} |")
    sums = [
        f"{sum(n for n, _ in rows.values()):,} | {sum(cpu for _, cpu in rows.values()):,.0f}"
        for rows in runs.values()
    ]
    lines.append(f"| **all** | {' | '.join(sums)} |")
    machine = f"{platform.system()}, Python {platform.python_version()}"
    day = f"{datetime.now(tz=UTC):%Y-%m-%d}"
    LEDGER.write_text(HEAD.format(day=day, machine=machine) + "\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
