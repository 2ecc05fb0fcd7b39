"""`manage.py prune --older 180d`: what is older and nobody needs is taken away: strangers' mail,
bytes of daily summaries; whatever is said, also boards in letters of a month ago, which are drawn
again when they are asked for, and old sessions.
"""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from traders.domain.calendar import durations
from traders.domain.operators.retention import prune


class Command(BaseCommand):
    """Remove old data, and report how many of each kind. Everything that games, claims and audits
    need stays.
    """

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--older", required=True, metavar="AGE", help="30 days at least: 180d")

    def handle(self, *args: object, older: str, **options: object) -> None:
        try:
            removed = prune(durations.read(older))
        except ValueError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(
            f"{removed.pictures} boards, {removed.bodies} letters of no game and "
            f"{removed.arrivals} letters of strangers and machines."
        )
