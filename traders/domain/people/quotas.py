"""Quotas: how much a seat or player may send or make in a time. Ordinary play stays below them;
they stop floods.

Each quota is a setting (docs/operators.md). It counts rows of the last hour or day; beyond it a
`Refusal` names the time from which the next one counts.

What is counted and what is then written are of one transaction, under one lock, so that two at once
count one another: a seat's under that of the game's row, a club's under the club's, a player's with
the player held (`seating.held`). Games are locked first, then clubs, then players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, QuerySet

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
    Sealed,
    SealedKind,
    Seat,
    SittingCause,
    Source,
)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MOST_LEFT = 3
"""How often a day somebody leaves a seat that they took again."""


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
    sent = Press.objects.filter(game=seat.game, seat=seat.colour)
    told_others(seat, sent, now, "You have sent {} messages", waiting)


def offer(seat: Seat, now: datetime, waiting: int) -> None:
    """Refuse an offer likewise: it is a letter to another seat, and so is its withdrawal."""
    made = Sealed.objects.filter(game=seat.game, seat=seat.colour, kind=SealedKind.OFFER)
    told_others(seat, made, now, "You have made {} offers", waiting)


def told_others(seat: Seat, rows: QuerySet, now: datetime, words: str, waiting: int = 0) -> None:
    """Refuse what others are told of beyond as much as a seat may write to them in an hour; `rows`:
    what it has done, with the time `at`.
    """
    mine = rows.filter(seating.in_this_sitting(seat, "at"))
    _refuse_beyond(mine, "at", settings.QUOTA_PRESS, HOUR, now, words, waiting)


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
    rows = Proposal.objects.filter(game=seat.game, seat=seat.colour)
    put_to_others(seat, rows, now, "You have made {} proposals")


def put_to_others(seat: Seat, rows: QuerySet, now: datetime, words: str) -> None:
    """Refuse what others have to answer beyond as much as a seat may ask of them in a day; `rows`:
    what it has asked, with the time `made`.
    """
    mine = rows.filter(seating.in_this_sitting(seat, "made"))
    _refuse_beyond(mine, "made", settings.QUOTA_PROPOSALS, DAY, now, words)


def leaving(seat: Seat, now: datetime) -> None:
    """Refuse to leave a seat that its player left so often of late, and took again: all are told
    each time (PR-SEAT-04).
    """
    again = seat.sittings.filter(player=seat.player, began=SittingCause.RETURNED)
    words = "You have left this seat, and taken it again, {} times"
    _refuse_beyond(again, "since", MOST_LEFT, DAY, now, words)


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


def decision(game: Game, now: datetime) -> None:
    """Refuse an organizer's decision in a game whose players were told of as many in a day."""
    made = Entry.objects.filter(game=game, kind=Kind.DECISION, source=Source.ORGANIZER)
    words = "The players of this game were told of {} decisions"
    _refuse_beyond(made, "at", settings.QUOTA_DECISIONS, DAY, now, words)


@contextmanager
def deciding(
    letters: QuerySet[Letter], now: datetime, organizers: Iterable[Player] = ()
) -> Iterator[None]:
    """What an organizer does within is refused, and undone with the transaction, if it is one
    letter more to anybody but the `organizers` who had as many of these `letters` in a day.
    """
    last = Letter.objects.order_by("pk").values_list("pk", flat=True).last() or 0
    yield
    told = letters.filter(pk__gt=last).exclude(player__in=organizers).values("player")
    before, most = letters.filter(pk__lte=last), settings.QUOTA_DECISIONS
    lately = before.filter(player__in=told, written__gt=now - DAY).order_by().values("player")
    if full := lately.annotate(n=Count("pk")).filter(n__gte=most).order_by("player").first():
        words = "Somebody whom you would write to was written to {} times about this"
        mine = before.filter(player=full["player"])
        _refuse_beyond(mine, "written", most, DAY, now, words)


def _refuse_beyond(
    rows: QuerySet,
    time: str,
    most: int,
    span: timedelta,
    now: datetime,
    words: str,
    waiting: int = 0,
) -> None:
    """Refuse if `most` of the rows, with those that are `waiting` to be written, are younger than
    `span`, until the oldest of these is older.
    """
    newest = (
        rows.filter(**{f"{time}__gt": now - span})
        .order_by(f"-{time}")
        .values_list(time, flat=True)[: max(0, most - waiting)]
    )
    _refuse([*[now] * min(waiting, most), *newest], most, span, words)


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
