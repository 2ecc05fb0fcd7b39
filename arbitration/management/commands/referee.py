"""`manage.py referee <address>`: the player with that mailbox may judge."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from arbitration.referees.appointing import appoint
from arbitration.remedies import ruling_and_pause_deadlines
from traders.models import Player


class Command(BaseCommand):
    """Appoint a referee, and assign the cases for which nobody could be asked so far."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address")

    def handle(self, *args: Any, **options: Any) -> None:
        player = Player.objects.filter(email=options["address"].strip().lower()).first()
        if player is None:
            raise CommandError("There is no player with that address; they sign in once first.")
        appoint(player)
        self.stdout.write(f"{player} may judge: /admin/arbitration/claim/")
        for claim in ruling_and_pause_deadlines.ask_for_unasked():
            self.stdout.write(f"{claim}: a referee is asked now")
