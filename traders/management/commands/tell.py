"""`manage.py tell WHAT`: a letter to the operators, with what comes on standard input; the night's
work says so what stopped it.
"""

from __future__ import annotations

import sys

from django.core.management.base import BaseCommand, CommandParser

from traders.domain.operators import alerts


class Command(BaseCommand):
    """By every way that is set."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", help="what the letter is about, in a few words")

    def handle(self, *args: object, what: str, **options: object) -> None:
        alerts.tell(what, sys.stdin.read())
