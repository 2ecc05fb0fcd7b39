"""`manage.py edition check|add|list [FILE]`: a club's own board, checked and kept."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from traders.domain.settings import club_editions
from traders.engines.kernel.words import count
from traders.engines.registry import ENGINES
from traders.models import Edition


class Command(BaseCommand):
    """Report every fault of an edition's file, or store a file without faults."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=("check", "add", "list"))
        parser.add_argument(
            "file",
            nargs="?",
            type=Path,
            metavar="FILE",
            help="tables as TOML: worlds, jumplines, contracts, cards …",
        )
        parser.add_argument("--system", default="star-traders", choices=sorted(ENGINES))

    def handle(
        self, *args: object, what: str, file: Path | None, system: str, **options: object
    ) -> None:
        if what == "list":
            for edition in Edition.objects.order_by("title"):
                self.stdout.write(f"{edition.digest}  {edition.system}  {edition.title}")
            return
        if file is None:
            raise CommandError("Name a file.")
        try:
            data = file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        try:
            if what == "check":
                digest, title, _ = club_editions.check(system, data)
                self.stdout.write(f"{title}: nothing is wrong. Its digest is {digest}.")
            else:
                edition, new = club_editions.add(system, data)
                self.stdout.write(
                    f"{edition.title}: {'kept' if new else 'was kept already'}. Its digest is "
                    f"{edition.digest}."
                )
        except club_editions.BadEdition as bad:
            for fault in bad.faults:
                self.stdout.write(self.style.ERROR(fault))
            raise CommandError(f"{count(len(bad.faults), 'fault')}; nothing was kept.") from bad
