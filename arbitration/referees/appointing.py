"""Who judges: an account that may enter the referees' pages. The operator appoints by `manage.py
referee`.
"""

from __future__ import annotations

from django.contrib.auth.models import Permission

from traders.models import Player

RULES = "add_ruling"
"""The permission that makes a referee."""
PERMISSIONS = ("view_claim", RULES, "view_casebookentry")


def appoint(player: Player) -> None:
    """Let the player judge. Twice is once. Whoever sits in a game is still kept out of its cases
    (PR-RULING-02).
    """
    player.is_staff = True
    player.save(update_fields=["is_staff"])
    player.user_permissions.add(
        *Permission.objects.filter(content_type__app_label="arbitration", codename__in=PERMISSIONS)
    )


def may_rule_at_all(player: Player) -> bool:
    """Whether the player is a referee."""
    return player.is_active and player.has_perm(f"arbitration.{RULES}")
