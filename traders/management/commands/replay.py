"""`manage.py replay GAME [--at N] [--seat SEAT]`: the moves of a game done again, and the board as
it then stands.
"""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from traders.domain.history import recording_and_replay
from traders.engines.registry import engine as engine_of
from traders.models import Game


class Command(BaseCommand):
    """Print the entries in play up to a number, and the board after it, as spectators see it."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", metavar="GAME")
        parser.add_argument(
            "--at", type=int, metavar="N", help="stop after entry N (the last, if left out)"
        )

    def handle(self, *args: object, game: str, at: int | None, **options: object) -> None:
        found = Game.objects.filter(slug=game).first()
        if found is None or not found.number:
            raise CommandError(f"No game '{game}' has begun.")
        number = found.head if at is None else at
        if not 1 <= number <= found.number:
            raise CommandError(f"{game} has the entries 1 to {found.number}.")
        engine = engine_of(found.system)
        first, *tail = recording_and_replay.line(found, number)
        state = recording_and_replay.beginning(found, *first.parts)
        self.stdout.write(f"{found.title}: {', '.join(first.parts[0]['seats'])}")
        for entry, after in recording_and_replay.replay(engine, state, tail):
            state = after
            public, _ = entry.parts
            events = " ".join(words for words, *_ in public.get("told", []))
            text = public.get("text", entry.kind)
            self.stdout.write(f"{entry.number:5}  {entry.seat:8}{text}  {events}".rstrip())
        self.stdout.write("\n" + engine.board_text(engine.view(state, None)))
