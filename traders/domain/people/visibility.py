"""Who may see a club, a game or a player: the one place that every page, list and feed asks.

A public club is seen by all, a private one by its members. A game is watched by `everyone`, by its
`club`, or by its `seats` alone (the setting `watched`); those who have or had a seat in it always
see it, and so do its maker and the club's organizers.
"""

from __future__ import annotations

from typing import get_args

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.lookups import IsNull

from traders.domain import hooks
from traders.domain.people import seating
from traders.domain.settings.game_settings import Watched
from traders.models import Club, Game, Membership, Player, Role, Seat, Standing
from traders.models.game_queries import as_set
from traders.models.players import PEOPLE

_NOT_BY_ALL = tuple(who for who in get_args(Watched) if who != "everyone")
"""Asked for so, most games are expected to be seen: a list is then read in its order, by index."""
LEARNING = ", learning"
"""How the title of a guided first game ends."""


def clubs_seen(reader: Player | None) -> QuerySet[Club]:
    """The clubs whose pages the reader may see: public ones, one's own, for an operator all."""
    if reader is not None and reader.is_superuser:
        return Club.objects.all()
    return Club.objects.filter(Q(public=True) | Q(pk__in=_clubs_of(reader)))


def games_seen(games: QuerySet[Game], reader: Player | None) -> QuerySet[Game]:
    """Of these games those of which the reader may see the pages (PR-RECORD-05)."""
    if reader is not None and reader.is_superuser:
        return games
    # a game that is still open, and of no club, is found by its address: by who was sent it
    return _with_watchers(games).filter(_as_watcher(reader) | Q(club=None, number=0) | _own(reader))


def games_listed(games: QuerySet[Game], reader: Player | None) -> QuerySet[Game]:
    """Of these games those that stand in lists that the reader sees: guided ones of others do not,
    though who knows their address may watch.
    """
    return _with_watchers(games).filter(_as_watcher(reader) & ~_guided() | _own(reader))


def games_of_members(club: Club) -> QuerySet[Game]:
    """The club's games that every member may watch, whoever it is."""
    games = _with_watchers(Game.objects.filter(club=club))
    shared = Q(watched_by__in=("everyone", "club"))
    return games.filter(shared)


def is_open_to_all(game: Game) -> bool:
    """Whether everybody may watch the game, as `games_seen` finds it, of a game whose club is
    known.
    """
    of_club = game.club.settings if game.club and not game.number else {}
    watched = game.settings.get("watched") or of_club.get("watched") or "everyone"
    return watched == "everyone" and (game.club is None or game.club.public)


def may_see(reader: Player | None, game: Game) -> bool:
    """Whether the reader may see the pages of the game (PR-RECORD-05)."""
    if games_seen(Game.objects.filter(pk=game.pk), reader).exists():
        return True
    return reader is not None and any(sees(reader, game) for sees in hooks.ALSO_SEES)


def players_listed(reader: Player | None) -> QuerySet[Player]:
    """The players whom the reader finds in lists: who shares a club with the reader, has a seat in
    a game that everybody may watch, or wishes to be found; an operator finds all.
    """
    return Player.objects.filter(_NAMED, _found_by(reader))


def players_seen(reader: Player | None) -> QuerySet[Player]:
    """The players whose pages the reader may see: those listed, members of clubs whose pages the
    reader sees, and the reader.
    """
    people = Player.objects.filter(PEOPLE, is_active=True)
    found = _NAMED & _found_by(reader) | _members_of(clubs_seen(reader))
    return people.filter(found | Q(pk=reader.pk if reader else None))


_NAMED = Q(PEOPLE, ~Q(display_name=""), is_active=True)


def _found_by(reader: Player | None) -> Q:
    """Players whom the reader finds. Of each one seat is looked for, by a value: what is asked of
    rows (`Exists`) PostgreSQL reads once for all players.
    """
    if reader is not None and reader.is_superuser:
        return Q()
    public = games_listed(Game.objects.filter(pk=OuterRef("game"), number__gt=0), None)
    seats = Seat.objects.filter(Exists(public), player=OuterRef("pk"), bot=False, left=None)
    seated = Q(IsNull(Subquery(seats.values("pk")[:1]), False))
    return Q(listed=True) | seated | _members_of(_clubs_of(reader))


def _members_of(clubs: QuerySet) -> Q:
    """Members of any of these clubs."""
    rows = Membership.objects.filter(standing=Standing.MEMBER, club__in=clubs)
    return Q(pk__in=rows.values("player"))


def _with_watchers(games: QuerySet[Game]) -> QuerySet[Game]:
    """Games with who watches them."""
    return games.alias(watched_by=as_set("watched", Value("everyone")))


def _as_watcher(reader: Player | None) -> Q:
    """Games that the reader may watch, whoever plays them."""
    public = Q(club=None) | Q(club__public=True)
    seen = public & ~Q(watched_by__in=_NOT_BY_ALL)
    if reader is None:
        return seen
    shared = Q(watched_by__in=("everyone", "club")) | Q(number=0)  # members find the free seats
    return (
        seen
        | Q(club__in=_clubs_of(reader)) & shared
        | Q(club__in=_clubs_of(reader, Role.ORGANIZER))
    )


def _guided() -> Q:
    """Guided first games: so called by *Learn by playing*, with no person but their maker."""
    people = Seat.objects.filter(game=OuterRef("pk"), bot=False)
    others = people.exclude(player=OuterRef("maker"))
    return Q(title__endswith=LEARNING, club=None, maker__isnull=False) & ~Q(Exists(others))


def _own(reader: Player | None) -> Q:
    """Games in which the reader has or had a seat, or that the reader made (PR-RECORD-05)."""
    if reader is None:
        return Q(pk__in=[])
    return Q(pk__in=seating.numbers_of_games(reader.pk)) | Q(maker=reader)


def _clubs_of(reader: Player | None, *roles: Role) -> QuerySet:
    """The ids of the clubs of which the reader is a member, with one of these roles if any is
    named.
    """
    rows = Membership.objects.filter(player=reader, standing=Standing.MEMBER)
    return (rows.filter(role__in=roles) if roles else rows).values("club")
