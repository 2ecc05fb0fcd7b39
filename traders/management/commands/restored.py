"""`manage.py restored`: a copy of the database was brought back. Letters of the lost hours count no
more, and all who are asked something get a new letter.
"""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError

from traders.domain.operators import database_in_use
from traders.domain.play.after_database_restore import restored


class Command(BaseCommand):
    """Run once after a copy is brought back, before the server starts; once more if the same copy
    is brought back again. Refuses a database that is alive: what it tells all players would not be
    true.
    """

    help = __doc__

    def handle(self, *args: object, **options: object) -> None:
        if uses := database_in_use.uses():
            raise CommandError("\n".join(["Nothing was told to anybody.", *uses]))
        games = restored()
        self.stdout.write(f"{len(games)} games ask anew.")
