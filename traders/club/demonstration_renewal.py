"""The demonstration renews itself: a watched game that is over makes room for a new one
(docs/decisions/0025-the-demonstration-renews-itself.md).

Nothing else on this server takes a game away.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from traders.club import demonstration_club
from traders.domain.calendar import clock
from traders.models import Arrival, Club, Game, Phase
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
    for spec in demonstration_club.GAMES:
        if not spec.free:
            with transaction.atomic():
                club = Club.objects.select_for_update().filter(slug=demonstration_club.CLUB).first()
                if club is None:
                    return begun
                begun += _renew(club, spec)
    return begun


def _renew(club: Club, spec: demonstration_club.DemonstrationGame) -> bool:
    """Renew the games of one title; whether a new one began."""
    games = demonstration_club.watched().filter(title=spec.title)
    for pk in removable(spec.title).values_list("pk", flat=True)[KEPT:]:
        with lifted():
            Game.objects.get(pk=pk).delete()
    stays = ~Q(phase=Phase.OVER) | Q(ended__gte=clock.now() - REST)
    if games.filter(stays).exists():
        return False
    demonstration_club.begin_anew(club, spec)
    return True


def removable(title: str) -> QuerySet[Game]:
    """The watched games of that title that may be removed, the latest first: over, made and played
    by bots alone, and never written to, so that nobody's letter or claim rests on them.
    """
    arrivals = Arrival.objects.filter(game=OuterRef("pk"))
    over = demonstration_club.watched().filter(~Exists(arrivals), title=title, phase=Phase.OVER)
    return over.order_by("-ended", "-pk")
