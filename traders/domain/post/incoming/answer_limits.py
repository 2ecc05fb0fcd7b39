"""Limits on automatic answers, so that two machines do not answer each other without end: the
server answers seldom where nothing readable comes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Max, Q, QuerySet

from traders.domain.people import quotas, seating
from traders.models import Arrival, ArrivalOutcome, ArrivalStatus, Prepared

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MOST_UNREAD = 5
"""Letters of a day in which nothing can be read that are answered."""
MOST_REPEATED = 2
"""Of these, letters with the same words: a person asks once more, a machine repeats itself."""
MOST_ASKED = 10
"""Letters of a day from other mailboxes than the player's that the player is asked about."""
MOST_SAME = 3
"""Letters of an hour with the same lines, all refused, or copies of one, that are answered."""
FEW = 3
"""Letters of an hour up to which the octets of their answers are not counted: so few cannot fill a
mailbox.
"""
FRAME = 6_000
"""Octets of an answer besides what it says."""
UNREAD = (ArrivalOutcome.EMPTY, ArrivalOutcome.UNREADABLE)
READ = (ArrivalOutcome.ORDERS, ArrivalOutcome.CONFIRMED)


def _before(arrival: Arrival, span: timedelta) -> QuerySet[Arrival]:
    return (
        Arrival.objects.filter(taken__gt=arrival.taken - span, taken__lte=arrival.taken)
        .exclude(pk=arrival.pk)
        .defer("raw")
    )


def may_answer_unread(arrival: Arrival, words: str = "") -> bool:
    """Whether a letter with nothing readable in it is answered: a few of a day since one could be
    read, fewer of the same `words`. They are noted as a digest.
    """
    digest = hashlib.sha256(words.encode()).hexdigest()[:16]
    arrival.notes["words"] = digest
    whose = "seat__player" if arrival.seat_id else "asked_by__player"
    of_player = _before(arrival, DAY).filter(**{whose: arrival.expected})
    read = of_player.filter(outcome__in=READ).aggregate(last=Max("pk"))["last"] or 0
    answered = of_player.filter(outcome__in=UNREAD, answered_by__isnull=False, pk__gt=read)
    before = [one.notes.get("words") for one in answered[:MOST_UNREAD]]
    return len(before) < MOST_UNREAD and before.count(digest) < MOST_REPEATED


def may_ask_whose(arrival: Arrival, most: int = 1) -> bool:
    """Whether the player is asked whose letter it is: so often a day and mailbox at `most`, and a
    few times a day in all, since anybody can write from any number of mailboxes.
    """
    asked = _before(arrival, DAY).filter(
        seating.by_the_same(arrival),
        outcome=ArrivalOutcome.UNCONFIRMED,
        answered_by__isnull=False,
    )
    known = list(asked[:MOST_ASKED])
    same = [one for one in known if one.notes.get("from") == arrival.notes.get("from")]
    return len(known) < MOST_ASKED and len(same) < most


_READ_LATELY = Prepared(
    Arrival,
    lambda seat, pk, since=datetime, upto=datetime: (
        Arrival.objects.filter(seat=seat, outcome__in=READ)
        .exclude(pk=pk)
        .exclude(seating.of_a_predecessor())
        .filter(taken__gt=since, taken__lte=upto)
        .only("taken", "notes")
        .order_by("-taken")
    ),
)


_ANSWERED_LATELY = Prepared(
    Arrival,
    lambda player, pk, since=datetime, upto=datetime: (
        Arrival.objects.filter(
            # no lock makes one wait for another: what others read at the moment counts too
            Q(outcome__in=READ) | Q(status__in=[ArrivalStatus.STORED, ArrivalStatus.READING]),
            asked_by__player=player,
        )
        .exclude(pk=pk)
        .filter(taken__gt=since, taken__lte=upto)
        .only("taken", "notes")
        .order_by("-taken")
    ),
)


def lately(arrival: Arrival) -> tuple[object, ...]:
    """A prepared query with its values: the seat's letters with orders in the hour before, newest
    first, without a predecessor's (PR-SEAT-01); or the answers of who was asked without a seat.
    """
    hour = (arrival.taken - HOUR, arrival.taken)
    if arrival.asked_by is not None:
        return _ANSWERED_LATELY, arrival.asked_by.player_id, arrival.pk, *hour
    return _READ_LATELY, arrival.seat_id or 0, arrival.pk, *hour


def refuse_beyond_octets(arrival: Arrival) -> None:
    """Refuse a letter of who was answered the quota of octets of a day."""
    day = Arrival.objects.filter(
        outcome__in=READ, taken__gt=arrival.taken - DAY, taken__lte=arrival.taken
    )
    if arrival.asked_by is not None:
        day = day.filter(asked_by__player=arrival.asked_by.player_id)
    else:
        day = day.filter(seat=arrival.seat_id).exclude(seating.of_a_predecessor())
    answers = day.order_by("-taken").values_list("taken", "notes__octets")
    quotas.octets([(taken, octets or FRAME) for taken, octets in answers])


def is_often_refused(before: Sequence[Arrival], text: str) -> bool:
    """Whether the same lines were refused so often within an hour that they are a machine's, if
    they are refused now.
    """
    same = [one for one in before if one.notes.get("orders") == text[:4000]]
    return len([one for one in same if is_refused(one)]) >= MOST_SAME


def is_refused(arrival: Arrival) -> bool:
    """Whether nothing of the letter was carried out, since its first line was refused."""
    lines = arrival.notes.get("lines")
    return bool(lines) and lines[0][1] == "refused"


def may_answer_again(arrival: Arrival, first: Arrival) -> bool:
    """Whether one more copy of a letter is answered with the first answer."""
    return _before(arrival, HOUR).filter(duplicate_of=first).count() < MOST_SAME
