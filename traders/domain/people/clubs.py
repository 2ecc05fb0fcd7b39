"""Clubs and who belongs to them: the one place that asks for a role, and that gives one."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from traders.domain.calendar import clock
from traders.models import Club, Game, Membership, Player, Role, Standing


@transaction.atomic
def found(name: str, slug: str, organizer: Player, **fields: object) -> Club:
    """Make a club with its first organizer."""
    club = Club.objects.create(name=name, slug=slug, **fields)
    admit(club, organizer, Role.ORGANIZER)
    return club


def admit(club: Club, player: Player, role: Role = Role.PLAYER) -> Membership:
    """Make the player a member with that role, whatever they were before."""
    member, _ = Membership.objects.update_or_create(
        club=club,
        player=player,
        defaults={
            "role": role,
            "standing": Standing.MEMBER,
            "since": clock.whole(clock.now()),
            "why": "",
        },
    )
    return member


def members(club: Club, *roles: Role) -> QuerySet[Membership]:
    """The club's members of these roles, of all if none is named, in the order of their joining."""
    rows = club.memberships.filter(standing=Standing.MEMBER).select_related("player")
    return rows.filter(role__in=roles) if roles else rows


def organizers(club: Club | None) -> QuerySet[Player]:
    """Those who run the club, the longest first; nobody where there is no club."""
    return Player.objects.filter(
        memberships__club=club,
        memberships__standing=Standing.MEMBER,
        memberships__role=Role.ORGANIZER,
        memberships__isnull=False,
        is_active=True,
    ).order_by("memberships__pk")


def organizes(player: Player | None, game_or_club: Game | Club | None) -> bool:
    """Whether the player runs the club, or the club of the game."""
    club = game_or_club.club if isinstance(game_or_club, Game) else game_or_club
    return player is not None and organizers(club).filter(pk=player.pk).exists()
