"""`manage.py draw --people N --rounds R --table K [--sizes 3,4] [--seed S] [--seconds T]
[--json FILE]`

Draws N people over R rounds at tables of K, so that two people meet as seldom, and everybody sits
in each seat as evenly, as can be. Prints the rounds and how good they are; the same seed draws the
same again. Where N people do not fill tables of K, some tables have one person fewer, or people
have byes; `--sizes` says which sizes are allowed.
"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from traders.club.competition.draws.draw_procedure import draw
from traders.club.competition.draws.draw_request_and_result import (
    SECONDS,
    SMALLEST,
    Draw,
    DrawFailed,
    DrawImpossible,
    DrawWanted,
    Round,
)


def _sizes(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(size) for size in text.split(","))
    except ValueError:
        raise ArgumentTypeError("sizes of tables, such as 3,4")


class Command(BaseCommand):
    """Draw rounds. Exit status 1 where no such draw can be had."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--people", type=int, required=True, metavar="N")
        parser.add_argument("--rounds", type=int, required=True, metavar="R")
        parser.add_argument("--table", type=int, required=True, metavar="K", help="people at each")
        parser.add_argument(
            "--sizes", type=_sizes, default=(), metavar="K,K", help="sizes of table allowed"
        )
        parser.add_argument("--seed", type=int, default=1, metavar="S")
        parser.add_argument(
            "--seconds",
            type=float,
            default=SECONDS,
            metavar="T",
            help="of a processor, at most; else %(default)g",
        )
        parser.add_argument("--json", type=Path, metavar="FILE", help="write the draw there too")

    def handle(self, *args: Any, **options: Any) -> None:
        people, table = options["people"], options["table"]
        fewer = (table - 1,) if table > SMALLEST and people % table else ()
        wanted = DrawWanted(
            people=tuple(str(number) for number in range(1, people + 1)),
            rounds=options["rounds"],
            table=table,
            sizes=options["sizes"] or fewer,
            seed=options["seed"],
            seconds=options["seconds"],
        )
        try:
            found = self._drawn(wanted)
        except (DrawImpossible, DrawFailed) as why:
            raise CommandError(str(why))
        self._print(found)
        if options["json"]:
            options["json"].write_text(as_json(found) + "\n")

    def _drawn(self, wanted: DrawWanted) -> Draw:
        columns = (BarColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("", total=1.0)
            return draw(
                wanted,
                lambda share, words: bar.update(task, completed=share, description=words),
            )

    def _print(self, found: Draw) -> None:
        byes = any(round_.byes for round_ in found.rounds)
        table = Table("round", "tables", *["bye"] * byes, show_lines=True)
        for number, round_ in enumerate(found.rounds, 1):
            table.add_row(str(number), _lines(round_), *[" ".join(round_.byes)] * byes)
        console = Console(width=100)
        with console.capture() as printed:
            console.print(table)
        for line in (printed.get(), *found.notes, quality(found)):
            self.stdout.write(line)


def _lines(round_: Round) -> str:
    """Its tables, some on each line."""
    tables = [" ".join(people) for people in round_.tables]
    each = 72 // (max(map(len, tables)) + 3)
    rows = [tables[at : at + each] for at in range(0, len(tables), each)]
    return "\n".join(" · ".join(row) for row in rows)


def quality(found: Draw) -> str:
    """How good a draw is, in a line or two."""
    return (
        f"Repeat meetings: {found.meetings.words()}; no two meet more than {found.most} "
        f"time{'s' * (found.most != 1)}. The same seat again: {found.seats.words(seats=True)}. "
        "(A second time counts 1, a third 2, a fourth 3.)"
        + ("" if found.in_time else " The search was stopped by the clock.")
    )


def as_json(found: Draw) -> str:
    """Rounds, each a list of tables, each a list of people in the order of their seats."""
    kept = {
        "rounds": [[[int(one) for one in table] for table in r.tables] for r in found.rounds],
        "byes": [[int(one) for one in r.byes] for r in found.rounds],
        "meetings": found.meetings,
        "most_meetings_of_two": found.most,
        "seats": found.seats,
        "notes": found.notes,
        "seed": found.seed,
        "in_time": found.in_time,
    }
    return msgspec.json.format(msgspec.json.encode(kept), indent=1).decode()
