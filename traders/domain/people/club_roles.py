"""Clubs and who belongs to them: the one place that asks for a role, and that gives one."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery

from traders.domain.calendar import clock
from traders.engines.kernel.refusal import Refusal
from traders.models import Absence, Club, Game, Invitation, Membership, Player, Role, Standing


@transaction.atomic
def found(name: str, slug: str, organizer: Player, **fields: object) -> Club:
    """Make a club with its first organizer."""
    club = Club.objects.create(name=name, slug=slug, **fields)
    admit(club, organizer, Role.ORGANIZER)
    return club


def admit(club: Club, player: Player, role: Role = Role.PLAYER) -> Membership:
    """Make the player a member with that role, whatever they were before."""
    return stand(club, player, Standing.MEMBER, role=role)


def stand(
    club: Club, player: Player, standing: Standing, *, why: str = "", role: Role | None = None
) -> Membership:
    """Set how the player stands to the club from now on. When they ran it before and do not now is
    kept (PR-RULING-02), and nobody comes in by their invitations any more (PR-CLUB-03).
    """
    now = clock.whole(clock.now())
    member = Membership.objects.filter(club=club, player=player).first() or Membership(
        club=club, player=player
    )
    ran = member.pk is not None and runs(member)
    member.standing, member.since, member.why = standing, now, why
    member.role = role or member.role
    if ran and not runs(member):
        member.organized = now
        Invitation.objects.filter(club=club, by=player, taken_back=None).update(taken_back=now)
    member.save()
    return member


def runs(member: Membership) -> bool:
    """Whether this member is an organizer."""
    return member.standing == Standing.MEMBER and member.role == Role.ORGANIZER


def members(club: Club, *roles: Role) -> QuerySet[Membership]:
    """The club's members of these roles, of all if none is named, in the order of their joining."""
    rows = club.memberships.filter(standing=Standing.MEMBER).select_related("player")
    return rows.filter(role__in=roles) if roles else rows


def seatable(club: Club) -> list[tuple[Membership, datetime | None]]:
    """The members who can be given a seat in the club's games, by name, each with until when they
    are away from one of these; None if from none.
    """
    now = clock.now()
    absences = Absence.objects.filter(
        seat__player=OuterRef("player"), seat__game__club=club, begins__lte=now, ends__gt=now
    )
    rows = members(club).filter(player__is_active=True).order_by("player__display_name")
    until = Subquery(absences.order_by("-ends").values("ends")[:1])
    return [(row, row.away) for row in rows.annotate(away=until)]


def to_make_games_in(maker: Player | None) -> QuerySet[Club]:
    """Clubs in which the player may make games: those of which the player is a member who is no
    guest, and public ones that nobody organizes, unless one shut the player out.
    """
    rows = Membership.objects.filter(standing=Standing.MEMBER)
    run = rows.filter(role=Role.ORGANIZER)
    own = rows.filter(player=maker).exclude(role=Role.GUEST)
    out = Membership.objects.filter(player=maker, standing=Standing.BANNED)
    nobodys = ~Q(pk__in=run.values("club")) & ~Q(pk__in=out.values("club"))
    may = Q(public=True) & nobodys | Q(pk__in=own.values("club"))
    return Club.objects.filter(may, closed=None).order_by("name")


def membership(player: Player | None, club: Club) -> Membership | None:
    """How the player stands to the club; None for who never had to do with it."""
    return Membership.objects.filter(club=club, player=player).first() if player else None


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


def not_closed(club: Club | None) -> None:
    """Raise `Refusal` where a game would be made, filled or begun in a club that is closed."""
    if club is not None and club.closed is not None:
        raise Refusal(f"{club} is closed: no game begins in it any more.", kind="stale")


def seats_everybody(club: Club | None) -> bool:
    """Whether others than members take seats in the club's games: where nobody runs it."""
    return club is None or (club.public and not organizers(club).exists())


def may_sit_down(game: Game, player: Player) -> None:
    """Raise `Refusal` for a player who takes a seat in the game of a club that somebody runs, and
    is no member, or a guest, whom an organizer seats.
    """
    club = game.club
    if club is None:
        return
    row = membership(player, club)
    if row is not None and row.standing == Standing.BANNED:
        raise Refusal("An organizer has shut you out of the club of this game.")
    member = row if row is not None and row.standing == Standing.MEMBER else None
    if member is not None and member.role != Role.GUEST:
        return
    if member is not None:
        raise Refusal(f"You are a guest of {club}: an organizer gives you a seat in its games.")
    if not seats_everybody(club):
        raise Refusal(
            f"The seats of this game are for members of {club}. Join the club on its page first."
            if club.public
            else "The seats of this game are for members of its club."
        )
