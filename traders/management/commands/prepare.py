"""`manage.py prepare OPERATOR`: what `traders setup` does each time with the program itself, in one
process: settings are looked at, tables and static files are made, the operator has an account. It
prints the map of mailboxes for Postfix.
"""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management import call_command
from django.core.management.base import BaseCommand

from traders.models import Player


class Command(BaseCommand):
    """Prepare, and print the map."""

    help = __doc__
    requires_system_checks = ()  # the first step makes them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("operator", help="a mailbox")

    def handle(self, *args: object, operator: str, **options: object) -> None:
        beside: dict[str, object] = {"stdout": self.stderr, "stderr": self.stderr}
        call_command("check", deploy=True, fail_level="ERROR", **beside)
        call_command("migrate", verbosity=0, interactive=False, **beside)
        call_command("collectstatic", verbosity=0, interactive=False, **beside)
        if not Player.objects.filter(email__iexact=operator).exists():
            words = {"email": operator, "display_name": "Operator"}
            call_command("createsuperuser", verbosity=0, interactive=False, **words, **beside)
        call_command("postfix-map", stdout=self.stdout)
