"""`manage.py specimen KIND SYSTEM`: a letter of that kind, made from a stored position."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tools.specimens.play_letters import IN_A_GAME, NoSpecimen, kinds, specimen
from traders.engines.registry import ENGINES


def kinds_in_words() -> str:
    """The kinds of all games, and those that one game has beside them."""
    shared = ", ".join(IN_A_GAME)
    more = (f"; {system} also {', '.join(kinds)}" for system in ENGINES if (kinds := _more(system)))
    return f"In every game with a first screen {shared}{''.join(more)}."


def _more(system: str) -> list[str]:
    return [kind for kind in kinds(system) if kind not in IN_A_GAME]


class Command(BaseCommand):
    """Print a letter's subject and text, or its HTML."""

    help = "Print a letter of that kind and game, made by the code from a stored position."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("kind", help=kinds_in_words())
        parser.add_argument("system", choices=[*ENGINES])
        parser.add_argument("--html", action="store_true", help="its HTML instead of its text")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            letter = specimen(options["kind"], options["system"])
        except NoSpecimen as none:
            there = ", ".join(kinds(options["system"]))
            instead = f"There is: {there}." if there else "It has no `first_steps.toml`."
            raise CommandError(f"{none} {instead}") from None
        if options["html"]:
            self.stdout.write(letter.html)
            return
        self.stdout.write(f"Subject: {letter.subject}\n\n{letter.text}")
