"""`manage.py migrate`: Django's, which first replays all stored games, and refuses where this
release would play one another way.
"""

from __future__ import annotations

import logging

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate

from traders.domain.history import upgrade_gate

log = logging.getLogger(__name__)


class Command(migrate.Command):
    """Django's command, after a replay of all stored games (PR-RECORD-01)."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--unaudited",
            metavar="REASON",
            default="",
            help="migrate although stored games would go another way; the reason is logged",
        )

    def handle(self, *args: object, unaudited: str = "", **options: object) -> None:
        found = (
            upgrade_gate.reasons() if not (options["plan"] or options["check_unapplied"]) else []
        )
        if found and not unaudited.strip():
            listed = "\n".join(f"  {difference}" for difference in found)
            raise CommandError(
                f"Nothing was migrated: this release would play {len(found)} stored game(s) "
                f"another way (PR-RECORD-01).\n{listed}\n"
                "Stay with the release before, or see docs/operators.md, Upgrades."
            )
        if found:
            log.warning(
                "migrated although %s stored games go another way: %s",
                len(found),
                unaudited.strip(),
            )
        super().handle(*args, **options)
