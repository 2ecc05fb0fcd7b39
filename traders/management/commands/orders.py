"""`manage.py orders [SYSTEM] [--json] [--write PAGE]`: the order language as a table: the commands
of every game and each game's own orders.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.table import Table

from traders.domain.read_models.order_reference import NO_SEAT, as_data, rows
from traders.engines.registry import ENGINES

BLOCK = re.compile(r"(<!-- orders of ([\w' -]+) -->\n).*?(<!-- end -->)", re.DOTALL)
"""The marks in a page between which a game's orders stand."""


def fill(page: str) -> str:
    """A page in Markdown with its tables of orders replaced by the registry's."""

    def table(block: re.Match[str]) -> str:
        lines = ["| order | what it does | when | rule |", "| --- | --- | --- | --- |"]
        for game, row in rows(list(ENGINES)):
            if game == block[2]:
                forms = " · ".join(f"`{form}`" for form in row.forms)
                when = row.who if game == NO_SEAT else row.when
                cells = (forms, row.help, when, row.rule)
                lines.append(f"| {' | '.join(map(_cell, cells))} |")
        return "\n".join([block[1].rstrip(), "", *lines, "", block[3]])

    return BLOCK.sub(table, page)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


class Command(BaseCommand):
    """Print the order language as a table or as JSON."""

    help = (
        "Everything that a line can begin with: forms, who may say it when, help, an example, "
        "its rule."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("system", nargs="?", help=f"one of {', '.join(ENGINES)}; left out: all")
        parser.add_argument(
            "--json", action="store_true", dest="as_json", help="a JSON list, one object a row"
        )

        parser.add_argument(
            "--write",
            type=Path,
            metavar="PAGE",
            help="put the tables into this page, as docs/orders.md",
        )

    def handle(
        self,
        *args: object,
        system: str | None = None,
        as_json: bool = False,
        write: Path | None = None,
        **options: object,
    ) -> None:
        if system and system not in ENGINES:
            raise CommandError(f"No game is called {system}. There are: {', '.join(ENGINES)}.")
        if write:
            write.write_text(fill(write.read_text("utf-8")), "utf-8")
            return
        found = list(rows([system] if system else list(ENGINES)))
        if as_json:
            self.stdout.write(
                json.dumps(
                    [as_data(game, row) for game, row in found], ensure_ascii=False, indent=1
                )
            )
            return
        console = Console(markup=False, highlight=False)
        for game in dict.fromkeys(game for game, _ in found):
            table = Table(
                "Order",
                "What it does",
                "When",
                "Rule",
                title=game,
                title_justify="left",
                show_edge=False,
            )
            for of, row in found:
                if of == game:
                    table.add_row("\n".join(row.forms), row.help, row.when, row.rule)
            console.print(table)
