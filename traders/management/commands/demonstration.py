"""`manage.py demonstration`: the demonstration club, with bots that play by real letters and a seat
for the newcomer.
"""

from __future__ import annotations

from django.core.management.base import BaseCommand

from traders.club import demonstration_club
from traders.engines.kernel.words import count


class Command(BaseCommand):
    """Create whatever is missing; a second run changes nothing."""

    help = __doc__

    def handle(self, *args: object, **options: object) -> None:
        club = demonstration_club.make()
        self.stdout.write(f"  {club.name}: {count(club.games.count(), 'game')}.")
