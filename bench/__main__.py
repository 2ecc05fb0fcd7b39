"""`python -m bench [NAME…]` measures, prints the table, and with --keep enters it in the ledger."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench.measuring import MeasurementFailed, Row, houses, measured

LEDGER = Path(__file__).with_name("results.md")
ON_EACH_DATABASE = ("door", "turn", "growth", "backup", "sweep", "pages", "waiting")
ON_SQLITE = (
    "code",
    "engines",
    "before",
    "peer",
    "replay",
    "memory",
    "post",
    "start",
    "draws",
    "organizer",
    "newcomer",
    "answers",
    "phone",
)


def main() -> None:
    """Measure and print; exit status 1 where a goal is missed."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument(
        "names", nargs="*", choices=[*ON_EACH_DATABASE, *ON_SQLITE, []], help="only these"
    )
    parser.add_argument("--keep", action="store_true", help="enter the table in bench/results.md")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows as JSON as well")
    asked = parser.parse_args()
    rows, broken = _measure(asked.names or [*ON_SQLITE, *ON_EACH_DATABASE])
    Console(width=160).print(_table(rows))
    if asked.keep:
        LEDGER.write_text(LEDGER.read_text() + _entry(rows))
    if asked.json:
        asked.json.write_text(as_json(rows))
    for error in broken:
        print(error, file=sys.stderr)
    if broken or any(row.reached is False for row in rows):
        sys.exit(1)


def _measure(names: list[str]) -> tuple[list[Row], list[str]]:
    """The rows, and what measurements ended with an error instead."""
    rows: list[Row] = []
    broken: list[str] = []
    with houses() as found, Progress(transient=True) as bar:
        jobs = [
            (name, house)
            for name in names
            for house in (found if name in ON_EACH_DATABASE else ["SQLite"])
        ]
        task = bar.add_task("measuring", total=len(jobs))
        for name, house in jobs:  # one after another: never two measurements at once
            bar.update(task, description=f"{name}, {house}")
            try:
                rows += measured(name, found[house](name))
            except MeasurementFailed as error:
                broken.append(f"{error} ({house})")
            bar.advance(task)
    return rows, broken


def _cells(row: Row) -> tuple[str, ...]:
    ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
    verdict = {True: "yes", False: "NO", None: ""}[row.reached]
    return (
        row.what,
        f"{row.figure:,.2f}" if row.figure < 100 else f"{row.figure:,.0f}",
        row.unit,
        row.beside,
        ratio,
        row.goal,
        verdict,
    )


def as_json(rows: list[Row]) -> str:
    """A list of objects, each with what was measured, the figure, its ratio, the goal, and whether
    that is reached.
    """
    kept = [
        {
            "what": row.what,
            "figure": row.figure,
            "unit": row.unit,
            "ratio": row.ratio,
            "goal": row.goal,
            "reached": row.reached,
        }
        for row in rows
    ]
    return json.dumps(kept, indent=1, ensure_ascii=False) + "\n"


HEADINGS = ("what", "figure", "unit", "beside", "ratio", "goal", "reached")


def _table(rows: list[Row]) -> Table:
    table = Table(*HEADINGS)
    for row in rows:
        table.add_row(*_cells(row))
    return table


def _entry(rows: list[Row]) -> str:
    """The table as the ledger keeps it."""
    head = (
        f"\n## {datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, "
        f"{platform.machine()}\n\n"
    )
    lines = [HEADINGS, ("---",) * len(HEADINGS), *(_cells(row) for row in rows)]
    return head + "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    main()
