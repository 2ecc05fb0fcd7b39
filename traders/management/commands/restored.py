"""`manage.py restored`: a copy of the database was brought back. Letters of the lost hours count no
more, and all who are asked something get a new letter.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from traders.domain.play.after_database_restore import restored


class Command(BaseCommand):
    """Run once after a copy is brought back, before the server starts; once more if the same copy
    is brought back again.
    """

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        games = restored()
        self.stdout.write(f"{len(games)} games ask anew.")
