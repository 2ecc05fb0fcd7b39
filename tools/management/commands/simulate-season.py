"""`manage.py simulate-season [--people N] [--rounds R] [--table K] [--months M] [--seed S]
[--json FILE]`

Plays a club's season in simulated time, in a database of its own in memory: people who are quick,
slow, away, gone or quarrelsome answer their letters through the one door, substitutes take seats, a
referee rules, an organizer draws and approves. At the end of each day the desk is held against the
simulation's own books. Prints the figures.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tools import progress_bar
from tools.scenarios.scratch_database import scratch_database
from tools.season import report
from tools.season.organizing import SeasonSize
from tools.season.season_run import SeasonPlay
from traders.engines.kernel.refusal import Refusal
from traders.proof.scenarios.court_interface import sitting
from traders.proof.scenarios.in_memory_database import rolled_back


class Command(BaseCommand):
    """Simulate a season. Exit status 1 if a game does not end, a deadline is lost, the desk does
    not name a trouble on the day on which it began, or an audit finds a fault.
    """

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        size = SeasonSize()
        for name, words in (
            ("people", "who take part"),
            ("rounds", "games of each"),
            ("table", "people at a table"),
            ("months", "of thirty days, from the first round to the end"),
            ("seed", "the same seed plays the same season"),
        ):
            parser.add_argument(f"--{name}", type=int, default=getattr(size, name), help=words)
        parser.add_argument("--json", metavar="FILE", help="write the figures there too")

    def handle(self, *args: Any, **options: Any) -> None:
        names = ("people", "rounds", "table", "months", "seed")
        size = SeasonSize(**{name: options[name] for name in names})
        court = sitting()
        if court is None or min(options[name] for name in names) < 1:
            raise CommandError("A season has people, rounds and months, each at least one.")
        with (
            scratch_database(),
            rolled_back(),
            progress_bar.under(self.stdout, "days", size.days) as (_, day_over),
        ):
            try:
                played = SeasonPlay(size, court)
                played.play(day_over)
                found = report.figures(played)
            except Refusal as refusal:
                raise CommandError(refusal.text) from None
        for line in report.lines(found):
            self.stdout.write(line)
        if options["json"]:
            Path(options["json"]).write_text(json.dumps(found, indent=2) + "\n")
        if found["wrong"]:
            raise SystemExit(1)
