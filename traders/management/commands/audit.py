"""`manage.py audit [GAME…|--all|--night] [--foot TEXT] [--against]`: history, dice, replay and
evidence checked.
"""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from traders.domain.history import (
    evidence_chain_check,
    nightly_audit_selection,
    upgrade_replay_gate,
)
from traders.domain.history.audit import Fault, faults
from traders.models import Arrival, Game


def _columns() -> tuple[TextColumn, BarColumn, MofNCompleteColumn, TimeRemainingColumn]:
    return (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )


def _begun_games(slugs: list[str]) -> list[Game]:
    """The games of these names, or all, if they have begun. Raises `CommandError` for an unknown
    name.
    """
    unknown = set(slugs) - set(Game.objects.filter(slug__in=slugs).values_list("slug", flat=True))
    if unknown:
        raise CommandError(f"No such game: {', '.join(sorted(unknown))}.")
    begun = Game.objects.filter(number__gt=0).order_by("pk")
    return list(begun.filter(slug__in=slugs) if slugs else begun)


def _missing_digests(games: list[Game], foot: str) -> list[Fault]:
    """Digests in a letter's foot to which the game's record does not lead (PR-RECORD-03)."""
    return [
        Fault(
            game.slug,
            0,
            f"its record does not lead to {digest}, which a letter shows (PR-RECORD-03)",
        )
        for game in games
        for digest in evidence_chain_check.foot(game, foot)
    ]


def _changed_rows(arrivals: QuerySet[Arrival]) -> list[str]:
    """Faults of rows that belong to no single game."""
    return [
        *(
            f"arrival {arrival.pk}: its bytes are not those that came (PR-RECORD-04)"
            for arrival in evidence_chain_check.arrivals_changed(arrivals)
        ),
        *(
            f"heartbeat {span.pk}: it is not what was noted, or the one before it is gone"
            for span in evidence_chain_check.heartbeats_changed()
        ),
    ]


class Command(BaseCommand):
    """Replay every stored move, and report the first faulty entry of each game."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "games", nargs="*", metavar="GAME", help="names of games, as in their addresses"
        )
        parser.add_argument(
            "--against",
            action="store_true",
            help="whether this release plays all stored games as they were played",
        )
        parser.add_argument("--all", action="store_true", help="every game that has begun")
        parser.add_argument(
            "--night",
            action="store_true",
            help="what changed since a night passed, and a thirtieth of all the rest",
        )
        parser.add_argument(
            "--foot",
            metavar="TEXT",
            help="the digests in the foot of a letter: whether the game's record still leads to "
            "them",
        )

    def handle(
        self,
        *args: object,
        games: list[str],
        all: bool,
        foot: str | None = None,
        against: bool = False,
        night: bool = False,
        **options: object,
    ) -> None:
        if against:
            self._against()
            return
        if bool(games) + all + night != 1:
            raise CommandError("Name games, or say --all or --night.")
        if foot is not None and (len(games) != 1 or not evidence_chain_check.digests_in(foot)):
            raise CommandError(
                f"With --foot name one game, and give the digests of {evidence_chain_check.SHOWN} "
                "letters and digits as the letter shows them."
            )
        share = nightly_audit_selection.share() if night else None
        chosen = list(share.games) if share else _begun_games(games)
        found = self._audit(chosen)
        if foot is not None:
            found += _missing_digests(chosen, foot)
        for fault in found:
            self.stdout.write(self.style.ERROR(str(fault)))
        arrivals = share.arrivals if share else Arrival.objects.order_by("pk")
        changed = [] if games else _changed_rows(arrivals)
        for words in changed:
            self.stdout.write(self.style.ERROR(words))
        whole = len(chosen) - len({fault.game for fault in found})
        self.stdout.write(f"{whole} of {len(chosen)} games whole.")
        if found or changed:
            raise SystemExit(1)
        if share:
            share.passed()

    def _against(self) -> None:
        """Replay all stored games with the code at hand; nothing is written."""
        stored = upgrade_replay_gate.games()
        with Progress(*_columns(), transient=True) as bar:
            task = bar.add_task("games", total=len(stored))
            found = list(
                upgrade_replay_gate.differences(
                    stored, lambda game: bar.update(task, advance=1, description=game.slug)
                )
            )
        for difference in found:
            self.stdout.write(self.style.ERROR(str(difference)))
        self.stdout.write(
            f"{len(stored) - len(found)} of {len(stored)} games go the same way under this release."
        )
        if found:
            raise SystemExit(1)

    def _audit(self, games: list[Game]) -> list[Fault]:
        found: list[Fault] = []
        with Progress(*_columns(), transient=True) as bar:
            task = bar.add_task("entries", total=sum(game.number for game in games))
            for game in games:
                bar.update(task, description=game.slug)
                found += faults(game, lambda: bar.advance(task))
        return found
