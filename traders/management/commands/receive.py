"""`manage.py receive [--to ADDRESS] [--from ADDRESS]`: a letter on standard input, from a mail server's pipe.

Without --to the recipient is taken from the environment, where Postfix (ORIGINAL_RECIPIENT) and Exim (LOCAL_PART, DOMAIN) put it.
Exit status 75 (try again later) where the letter could not be stored, 69 where it is too large: the mail server keeps or returns it.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from traders.domain.inbox.edge import TooLarge, take

TRY_LATER, UNAVAILABLE = os.EX_TEMPFAIL, os.EX_UNAVAILABLE


class Command(BaseCommand):
    """Stores the letter; reading it is the workers' task."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", default="", metavar="ADDRESS", help="the envelope's recipient")
        parser.add_argument("--from", default="", dest="sender", metavar="ADDRESS", help="the envelope's sender")

    def handle(self, *args: Any, to: str, sender: str, **options: Any) -> None:
        recipient = to or os.environ.get("ORIGINAL_RECIPIENT", "") or _exim()
        if not recipient:
            raise CommandError("Whose letter is it? Say --to, or let the mail server set ORIGINAL_RECIPIENT.")
        try:
            arrival = take(
                sys.stdin.buffer.read(), envelope_to=recipient, envelope_from=sender or os.environ.get("SENDER", ""), channel="pipe"
            )
        except TooLarge as error:
            self.stderr.write(str(error))
            raise SystemExit(UNAVAILABLE) from None
        except DatabaseError as error:
            self.stderr.write(f"not stored, try again later: {error}")
            raise SystemExit(TRY_LATER) from None
        self.stdout.write(f"stored as letter {arrival.pk}")


def _exim() -> str:
    local, domain = os.environ.get("LOCAL_PART", ""), os.environ.get("DOMAIN", "")
    return f"{local}@{domain}" if local and domain else ""
