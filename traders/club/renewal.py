"""The demonstration renews itself: a watched game that is over makes room for a new one
(docs/decisions/0025-the-demonstration-renews-itself.md).

Nothing else on this server takes a game away.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from traders.club import demonstration
from traders.domain.calendar import clock
from traders.models import Arrival, Club, Game, Phase, Player, Seat, Sitting
from traders.models.people import PEOPLE
from traders.models.triggers import lifted

REST = timedelta(minutes=10)
"""How long the end of a watched game can be looked at before the next begins."""
KEPT = 1
"""Games of each title that stay after their end, for who watched them."""


def renew() -> int:
    """Begin a new game for each watched one that has been over for a while, and remove the ones
    before; returns how many began. Nothing is done but in the embedded set-up.
    """
    if not settings.EMBEDDED:
        return 0
    begun = 0
    for spec in demonstration.GAMES:
        if not spec.free:
            with transaction.atomic():
                club = Club.objects.select_for_update().filter(slug=demonstration.CLUB).first()
                if club is None:
                    return begun
                begun += _renew(club, spec)
    return begun


def _renew(club: Club, spec: demonstration.DemonstrationGame) -> bool:
    """Renew the games of one title; whether a new one began."""
    games = demonstration.watched().filter(title=spec.title)
    for pk in removable(games).values_list("pk", flat=True)[KEPT:]:
        with lifted():
            Game.objects.get(pk=pk).delete()
    stays = ~Q(phase=Phase.OVER) | Q(ended__gte=clock.now() - REST)
    if games.filter(stays).exists():
        return False
    demonstration.begin_anew(club, spec)
    return True


def removable(games: QuerySet[Game]) -> QuerySet[Game]:
    """Those of the games that may be removed, the latest first: over, in the demonstration club,
    made and played by bots alone, so that nobody's letter or claim rests on them.
    """
    seats = Seat.objects.filter(game=OuterRef("pk"))
    sittings = Sitting.objects.filter(seat__game=OuterRef("pk"))
    of_people = sittings.filter(Q(player=None) | Q(player__in=Player.objects.filter(PEOPLE)))
    return games.filter(
        ~Exists(seats.filter(bot=False)),
        ~Exists(of_people),
        ~Exists(Arrival.objects.filter(game=OuterRef("pk"))),
        club__slug=demonstration.CLUB,
        phase=Phase.OVER,
        maker=None,
    ).order_by("-ended", "-pk")


__all__ = ["removable", "renew"]
