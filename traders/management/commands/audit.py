"""`manage.py audit [GAME…|--all]`: chain, dice and replay checked."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from traders.domain.audit import audit
from traders.models import Game


class Command(BaseCommand):
    """Does every stored move again and names the first entry of each game that is not whole."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", metavar="GAME", help="names of games, as in their addresses")
        parser.add_argument("--all", action="store_true", help="every game that has begun")

    def handle(self, *args: Any, games: list[str], all: bool, **options: Any) -> None:
        if bool(games) == all:
            raise CommandError("Name games, or say --all.")
        chosen = Game.objects.filter(number__gt=0).order_by("pk")
        if games:
            unknown = set(games) - set(Game.objects.filter(slug__in=games).values_list("slug", flat=True))
            if unknown:
                raise CommandError(f"No such game: {', '.join(sorted(unknown))}.")
            chosen = chosen.filter(slug__in=games)
        faults = self._audit(list(chosen))
        for fault in faults:
            self.stdout.write(self.style.ERROR(str(fault)))
        whole = len(chosen) - len(faults)
        self.stdout.write(f"{whole} of {len(chosen)} games whole.")
        if faults:
            raise SystemExit(1)

    def _audit(self, games: list[Game]) -> list[Any]:
        faults = []
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, transient=True) as bar:
            task = bar.add_task("entries", total=sum(game.number for game in games))
            for game in games:
                bar.update(task, description=game.slug)
                fault = audit(game, lambda: bar.advance(task))
                if fault is not None:
                    faults.append(fault)
        return faults
