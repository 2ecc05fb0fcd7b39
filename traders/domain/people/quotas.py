"""Quotas: how much a seat or player may send or make in a time. Ordinary play stays below them;
they stop floods.

Each quota is a setting (docs/operators.md). It counts rows of the last hour or day; beyond it a
`Refusal` names the time from which the next one counts.

What is counted and what is then written are of one transaction, under one lock, so that two at once
count one another: a seat's under that of the game's row, a club's under the club's, a player's with
the player held (`seating.held`). Games are locked first, then clubs, then players.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet

from traders.domain.calendar import clock
from traders.domain.people import seating
from traders.engines.kernel.refusal import Refusal
from traders.models import (
    Arrival,
    ArrivalOutcome,
    Complaint,
    Entry,
    Game,
    Kind,
    Letter,
    Player,
    Press,
    Proposal,
    Seat,
)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def letter(lately: Sequence[datetime]) -> None:
    """Refuse a letter of who has sent the quota of letters with orders in the last hour.
    `lately`: when those of the hour were taken, the newest first.
    """
    _refuse(
        lately[: settings.QUOTA_LETTERS],
        settings.QUOTA_LETTERS,
        HOUR,
        "You have sent {} letters with orders",
    )


def octets(answered: Sequence[tuple[datetime, int]]) -> None:
    """Refuse a letter of who was answered the quota of octets in the last day. `answered`: when
    those of the day were taken, and the octets of each answer, the newest first.
    """
    total = 0
    for taken, size in answered:
        total += size
        if total >= settings.QUOTA_OCTETS:
            raise Refusal(
                f"The answers to your letters of a day have {settings.QUOTA_OCTETS:,} octets, "
                f"which is the most. The next letter counts after {_told(taken + DAY)}."
            )


def is_first_beyond(arrival: Arrival) -> bool:
    """Whether a letter beyond the quota is the first in an hour: only that one is answered."""
    beyond = Arrival.objects.filter(
        seating.by_the_same(arrival),
        outcome=ArrivalOutcome.TOO_MANY,
        taken__gt=arrival.taken - HOUR,
    )
    return not beyond.exclude(pk=arrival.pk).exists()


def press(seat: Seat, now: datetime, waiting: int = 0) -> None:
    """Refuse a message if the seat has used up its messages of the last hour, and those of this
    letter that are `waiting` to be sent.
    """
    mine = seating.in_this_sitting(seat, "at")
    _refuse_beyond(
        Press.objects.filter(mine, game=seat.game, seat=seat.colour),
        "at",
        max(1, settings.QUOTA_PRESS - waiting),
        HOUR,
        now,
        "You have sent {} messages",
    )


def report(seat: Seat, now: datetime) -> None:
    """Refuse a report if the seat has used up its reports of the last day."""
    mine = seating.in_this_sitting(seat, "at")
    _refuse_beyond(
        Complaint.objects.filter(mine, game=seat.game, seat=seat.colour),
        "at",
        settings.QUOTA_REPORTS,
        DAY,
        now,
        "You have reported {} messages",
    )


def proposal(seat: Seat, now: datetime) -> None:
    """Refuse a proposal if the seat has used up its proposals of the last day."""
    mine = seating.in_this_sitting(seat, "made")
    _refuse_beyond(
        Proposal.objects.filter(mine, game=seat.game, seat=seat.colour),
        "made",
        settings.QUOTA_PROPOSALS,
        DAY,
        now,
        "You have made {} proposals",
    )


def making(maker: Player) -> None:
    """Refuse a new game if the player has used up the games of the last day. Call it in the
    transaction that makes the game: the player is held until its end.
    """
    seating.held(maker)
    _refuse_beyond(
        Game.objects.filter(maker=maker),
        "created",
        settings.QUOTA_GAMES,
        DAY,
        clock.now(),
        "You have made {} games",
    )


def words_to_table(game: Game, now: datetime) -> None:
    """Refuse an organizer's words to a table that has had as many as it gets in a day."""
    said = Entry.objects.filter(game=game, kind=Kind.DECISION, public__contains='"deed":"words"')
    _refuse_beyond(
        said, "at", settings.QUOTA_ANNOUNCEMENTS, DAY, now, "This table was written to {} times"
    )


def words_to_club(letters: QuerySet[Letter], now: datetime) -> None:
    """Refuse an announcement beyond those of a day; `letters`: the ones to a reader of all."""
    most = settings.QUOTA_ANNOUNCEMENTS
    _refuse_beyond(letters, "written", most, DAY, now, "The club was written to {} times")


def _refuse_beyond(
    rows: QuerySet, time: str, most: int, span: timedelta, now: datetime, words: str
) -> None:
    """Refuse if `most` of the rows are younger than `span`, until the oldest of these is older."""
    newest = list(
        rows.filter(**{f"{time}__gt": now - span})
        .order_by(f"-{time}")
        .values_list(time, flat=True)[:most]
    )
    _refuse(newest, most, span, words)


def _refuse(newest: Sequence[datetime], most: int, span: timedelta, words: str) -> None:
    if len(newest) >= most:
        again = newest[-1] + span
        during = "an hour" if span == HOUR else "a day"
        raise Refusal(
            f"{words.format(most)} within {during}, which is the most. The next counts after "
            f"{_told(again)}."
        )


def _told(moment: datetime) -> str:
    return f"{moment:%H:%M UTC on %-d %B}"
