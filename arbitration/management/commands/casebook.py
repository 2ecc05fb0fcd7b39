"""`manage.py casebook export RULING [--to FILE]` writes a ruling as a scenario that `manage.py
scenario` runs; `list` lists the rulings.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from arbitration.casebook.export import scenario_of
from arbitration.models import CasebookEntry
from traders.engines.kernel.refusal import Refusal


class Command(BaseCommand):
    """List the casebook, or export one ruling."""

    help = "Write a ruling of the casebook as a scenario that runs, or list the rulings."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        export = verbs.add_parser("export", help="write a ruling as a scenario")
        export.add_argument(
            "ruling",
            type=int,
            help="its number in the casebook, as in its page's address and in `casebook list`",
        )
        export.add_argument(
            "--to", type=Path, metavar="FILE", help="where to write it; without, it is printed"
        )
        verbs.add_parser("list", help="the rulings of the casebook, one a line")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["verb"] == "list":
            for one in CasebookEntry.objects.all():
                self.stdout.write(f"{one.pk:5} {one.title}: {one.with_rules}")
            return
        entry = (
            CasebookEntry.objects.filter(pk=options["ruling"])
            .select_related("ruling__claim__game__club")
            .first()
        )
        if entry is None or entry.ruling is None:
            raise CommandError(
                "The casebook has no such ruling; `manage.py casebook list` shows those that it "
                "has."
            )
        try:
            written = scenario_of(entry.ruling)
        except Refusal as refusal:
            raise CommandError(refusal.with_rules) from refusal
        if written.hidden:
            self.stderr.write(
                "The game is still played, and the file tells its hands and decks: keep it from "
                "the players until it is over."
            )
        if options["to"] is None:
            self.stdout.write(written.text, ending="")
        else:
            options["to"].write_text(written.text, encoding="utf-8")
            self.stdout.write(f"{options['to']}: run it with `manage.py scenario {options['to']}`")
