"""`manage.py migrate`: Django's, which first replays all stored games, and refuses where this
release would play one another way.
"""

from __future__ import annotations

import logging

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connections

from traders.domain.history import upgrade_replay_gate
from traders.models import database_table_creation

log = logging.getLogger(__name__)

A_PART = ("plan", "check_unapplied", "app_label", "fake", "fake_initial", "prune")
"""Options with which not everything is carried out."""


class Command(migrate.Command):
    """Django's command, after a replay of all stored games (PR-RECORD-01). An empty database gets
    its tables at once.
    """

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--unaudited",
            metavar="REASON",
            default="",
            help="migrate although stored games would go another way; the reason is logged",
        )

    def handle(self, *args: object, database: str, unaudited: str = "", **options: object) -> None:
        found = (
            upgrade_replay_gate.reasons()
            if not (options["plan"] or options["check_unapplied"])
            else []
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
        if not any(options[name] for name in A_PART):
            made = database_table_creation.made_where_none_was(connections[database])
            if made and options["verbosity"]:
                self.stdout.write("The database was empty: every table was made as it is now.")
        super().handle(*args, database=database, **options)
