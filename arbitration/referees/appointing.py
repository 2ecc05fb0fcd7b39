"""Referees' accounts: players with the permission to rule. The operator appoints them by `manage.py
referee`.
"""

from __future__ import annotations

from django.contrib.auth.models import Permission

from traders.models import Player

RULES = "add_ruling"
"""The permission that makes a referee."""
PERMISSIONS = ("view_claim", RULES, "view_casebookentry")


def appoint(player: Player) -> None:
    """Give the player a referee's permissions; harmless if given already. Cases of games in which
    the player sat stay closed (PR-RULING-02).
    """
    player.is_staff = True
    player.save(update_fields=["is_staff"])
    player.user_permissions.add(
        *Permission.objects.filter(content_type__app_label="arbitration", codename__in=PERMISSIONS)
    )


def may_rule_at_all(player: Player) -> bool:
    """Whether the player is a referee."""
    return player.is_active and player.has_perm(f"arbitration.{RULES}")
