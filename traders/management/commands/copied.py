"""`manage.py copied`: a copy of the database was made. The nightly script says so: the figures tell
the age of the last copy.
"""

from __future__ import annotations

from django.core.management.base import BaseCommand

from traders.domain.operators.lifetime_counters import copy_made


class Command(BaseCommand):
    """Note the time of the copy."""

    help = __doc__

    def handle(self, *args: object, **options: object) -> None:
        copy_made()
