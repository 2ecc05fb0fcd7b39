"""What the audit of one night looks at: games that changed since it last passed, and a thirtieth of
all others, so that a month looks at every game of all years.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Max, Q, QuerySet

from traders.domain.calendar import clock
from traders.models import Arrival, EvidenceLink, Game, OperatorMark

NIGHTS = 30
"""Nights in which all is looked at once."""
UNDER_WAY = 1_000
"""Links of evidence that were numbered before the last one of a night and written after it."""
_MARK = "audit"


@dataclass(frozen=True, slots=True)
class Share:
    """One night's share. `turn`: which thirtieth, from 0; `upto`: the last link of evidence."""

    games: QuerySet[Game]
    arrivals: QuerySet[Arrival]
    turn: int
    upto: int
    begun: datetime

    def passed(self) -> None:
        """Nothing was wrong: the next night goes on from here. Until then the same is looked at."""
        kept = {"at": self.begun, "number": self.upto, "seen": self.turn}
        OperatorMark.objects.update_or_create(name=_MARK, defaults=kept)


def share() -> Share:
    """Tonight's share; all that there is where no night has passed yet."""
    mark = OperatorMark.objects.filter(name=_MARK).first()
    begun, upto = clock.now(), EvidenceLink.objects.aggregate(last=Max("pk"))["last"] or 0
    games = Game.objects.filter(number__gt=0).order_by("pk")
    arrivals = Arrival.objects.order_by("pk")
    if mark is None:
        return Share(games, arrivals, 0, upto, begun)
    turn = (mark.seen + 1) % NIGHTS
    changed = EvidenceLink.objects.filter(pk__gt=mark.number - UNDER_WAY).order_by()
    in_turn = Q(part=turn)
    return Share(
        games.alias(part=F("pk") % NIGHTS).filter(in_turn | Q(pk__in=changed.values("game"))),
        arrivals.alias(part=F("pk") % NIGHTS).filter(in_turn | Q(taken__gte=mark.at)),
        turn,
        upto,
        begun,
    )
