"""`manage.py receive [--to ADDRESS] [--from ADDRESS]`: a letter on standard input, from a mail
server's pipe.

Without --to the recipient is taken from the environment, where Postfix's local(8)
(ORIGINAL_RECIPIENT) and Exim (LOCAL_PART, DOMAIN) put it. Exit status 67 where there is no such
mailbox, 69 where the letter is too large, 75 (try again later) wherever it could not be stored, for
whatever other reason. It starts a
Django for each letter: the script `receive` beside manage.py hands letters to a running `manage.py
postoffice` in a seventh of the time.

`manage.py receive --dry-run FILE|FOLDER` reads letters from files instead (one each, an mbox, a
folder of them) and keeps nothing: a line for each tells its outcome, what would be done with it,
and what would be left out. A letter to no seat of this server is read as its player's own in a new
game.
"""

from __future__ import annotations

import logging
import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from traders.checks import refuse_if_unfit
from traders.domain.letters import addresses
from traders.domain.post.incoming.intake import TooLarge, take
from traders.engines.registry import ENGINES
from traders.proof import letter_file_dry_run

log = logging.getLogger(__name__)

NO_MAILBOX, UNAVAILABLE, TRY_LATER = os.EX_NOUSER, os.EX_UNAVAILABLE, os.EX_TEMPFAIL


class Command(BaseCommand):
    """Store the letter; the workers read it. Output goes to the letter's sender, so faults go only
    to the log.
    """

    help = __doc__
    requires_system_checks = ()  # the web server and the workers run them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", default="", metavar="ADDRESS", help="the envelope's recipient")
        parser.add_argument(
            "--from",
            default=None,
            dest="sender",
            metavar="ADDRESS",
            help="the envelope's sender; empty for none",
        )
        parser.add_argument(
            "--dry-run",
            type=Path,
            metavar="FILE",
            help="read the letters of a file, an mbox or a folder, and keep nothing",
        )
        parser.add_argument(
            "--system",
            choices=sorted(ENGINES),
            default="star-traders",
            help="the game in which a letter to no seat is tried",
        )
        parser.add_argument(
            "--sqlite",
            action="store_true",
            help="the database in var/ is meant, though DATABASE_URL is not set",
        )

    def handle(
        self, *args: Any, to: str, sender: str | None, sqlite: bool = False, **options: Any
    ) -> None:
        if options.get("dry_run"):
            self._try(options["dry_run"], options["system"], to)
            return
        try:
            recipient = to or os.environ.get("ORIGINAL_RECIPIENT", "") or _exim()
            if not recipient:
                raise ValueError(
                    "whose letter is it? Say --to, or let the mail server set ORIGINAL_RECIPIENT"
                )
            if connection.vendor == "sqlite" and not (
                sqlite or settings.EMBEDDED or os.environ.get("DATABASE_URL")
            ):
                raise ValueError(
                    "DATABASE_URL is not set: the letter would lie in a file that nobody reads; "
                    "--sqlite if that is meant"
                )
            if not addresses.is_mailbox(recipient):
                connection.ensure_connection()
                refuse_if_unfit()  # with a wrong key every seat's address would look unknown
                raise SystemExit(NO_MAILBOX)
            sender = os.environ.get("SENDER") if sender is None else sender
            letter = take(
                sys.stdin.buffer.read(),
                envelope_to=recipient,
                envelope_from=_null(sender),
                channel="pipe",
            )
        except TooLarge as error:
            self.stderr.write(str(error))
            raise SystemExit(UNAVAILABLE) from None
        except Exception:
            log.exception("a letter could not be stored; its sender is asked to try again")
            raise SystemExit(TRY_LATER) from None
        if options["verbosity"] > 1:
            self.stdout.write(f"stored as letter {letter.pk}")

    def _try(self, path: Path, system: str, to: str) -> None:
        try:
            for name, raw in letter_file_dry_run.messages(path):
                self.stdout.write(letter_file_dry_run.tried(name, raw, system, to))
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}") from None


def _null(sender: str | None) -> str:
    """The envelope's sender; `<>` for a stated empty sender, "" if nothing is stated."""
    return "" if sender is None else sender.strip() or "<>"


def _exim() -> str:
    local, domain = os.environ.get("LOCAL_PART", ""), os.environ.get("DOMAIN", "")
    return f"{local}@{domain}" if local and domain else ""
