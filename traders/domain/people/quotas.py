"""How much one seat or one player may send or make in a time: so much that nobody who plays meets
it, and that nobody can flood the others.

Each quota is a setting (docs/operators.md). A quota counts rows of the last hour or day; what goes
beyond it is refused with the time from which the next one counts.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet

from traders.domain.calendar import clock
from traders.domain.people import seating
from traders.engines.kernel.refusal import Refusal
from traders.models import Arrival, ArrivalOutcome, Game, Player, Press, Proposal, Seat

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
_CARRIED_OUT = (ArrivalOutcome.ORDERS, ArrivalOutcome.CONFIRMED)


def letter(arrival: Arrival) -> None:
    """Refuse a letter of a seat that has sent its quota of letters with orders in the last hour."""
    rows = _of_the_sitting(arrival).filter(outcome__in=_CARRIED_OUT, taken__lte=arrival.taken)
    _refuse_beyond(
        rows,
        "taken",
        settings.QUOTA_LETTERS,
        HOUR,
        arrival.taken,
        "Your seat has sent {} letters with orders",
    )


def is_first_beyond(arrival: Arrival) -> bool:
    """Whether a letter beyond the quota is the first of an hour: that one is answered, not each of
    a flood.
    """
    beyond = _of_the_sitting(arrival).filter(
        outcome=ArrivalOutcome.TOO_MANY, taken__gt=arrival.taken - HOUR
    )
    return not beyond.exists()


def _of_the_sitting(arrival: Arrival) -> QuerySet[Arrival]:
    """Other letters of the seat's since its player has the seat."""
    assert arrival.seat is not None
    return Arrival.objects.filter(
        seating.in_this_sitting(arrival.seat, "taken"), seat=arrival.seat
    ).exclude(pk=arrival.pk)


def press(place: Seat, now: datetime) -> None:
    """Refuse a message of a seat that has sent its quota of messages in the last hour."""
    mine = seating.in_this_sitting(place, "at")
    _refuse_beyond(
        Press.objects.filter(mine, game=place.game, seat=place.colour),
        "at",
        settings.QUOTA_PRESS,
        HOUR,
        now,
        "You have sent {} messages",
    )


def proposal(place: Seat, now: datetime) -> None:
    """Refuse a proposal of a seat that has made its quota of proposals in the last day."""
    mine = seating.in_this_sitting(place, "made")
    _refuse_beyond(
        Proposal.objects.filter(mine, game=place.game, seat=place.colour),
        "made",
        settings.QUOTA_PROPOSALS,
        DAY,
        now,
        "You have made {} proposals",
    )


def making(maker: Player) -> None:
    """Refuse a game of a player who has made the quota of games in the last day."""
    _refuse_beyond(
        Game.objects.filter(maker=maker),
        "created",
        settings.QUOTA_GAMES,
        DAY,
        clock.now(),
        "You have made {} games",
    )


def _refuse_beyond(
    rows: QuerySet, time: str, most: int, span: timedelta, now: datetime, words: str
) -> None:
    """Refuse where `most` of the rows are younger than `span`: until the oldest of them is not."""
    newest = list(
        rows.filter(**{f"{time}__gt": now - span})
        .order_by(f"-{time}")
        .values_list(time, flat=True)[:most]
    )
    if len(newest) >= most:
        again = newest[-1] + span
        during = "an hour" if span == HOUR else "a day"
        raise Refusal(
            f"{words.format(most)} within {during}, which is the most. The next counts after "
            f"{again:%H:%M UTC on %-d %B}."
        )
