"""Limits on the server's own answers, so that two machines do not answer each other for ever."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet

from traders.models import Arrival, ArrivalOutcome

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MOST_SAME = 3
"""Answers within an hour to refused letters with the same lines, or to copies of one letter."""
UNREAD = (ArrivalOutcome.EMPTY, ArrivalOutcome.UNREADABLE)
READ = (ArrivalOutcome.ORDERS, ArrivalOutcome.CONFIRMED)


def _before(arrival: Arrival, span: timedelta) -> QuerySet[Arrival]:
    """Letters taken within `span` before this one, or in its second."""
    return (
        Arrival.objects.filter(taken__gt=arrival.taken - span, taken__lte=arrival.taken)
        .exclude(pk=arrival.pk)
        .defer("raw")
    )


def may_answer_unread(arrival: Arrival) -> bool:
    """Whether to answer a letter with nothing readable in it: the first of a day, and the first
    after a readable one.
    """
    assert arrival.seat is not None
    of_player = _before(arrival, DAY).filter(seat__player=arrival.seat.player)
    last = of_player.filter(outcome__in=UNREAD, answered_by__isnull=False).order_by("-pk").first()
    return last is None or of_player.filter(outcome__in=READ, pk__gt=last.pk).exists()


def may_ask_whose(arrival: Arrival) -> bool:
    """Whether to ask the player about a letter from another mailbox: once a day and mailbox."""
    asked = _before(arrival, DAY).filter(
        seat=arrival.seat, outcome=ArrivalOutcome.UNCONFIRMED, answered_by__isnull=False
    )
    return not any(one.notes.get("from") == arrival.notes.get("from") for one in asked)


def is_often_refused(arrival: Arrival, text: str) -> bool:
    """Whether the same lines were refused so often within an hour that a machine must send them, if
    they are refused again.
    """
    same = [
        one
        for one in _before(arrival, HOUR).filter(seat=arrival.seat, outcome__in=READ)
        if one.notes.get("orders") == text[:4000]
    ]
    return len([one for one in same if is_refused(one)]) >= MOST_SAME


def is_refused(arrival: Arrival) -> bool:
    """Whether the letter's first line was refused, so that none was carried out."""
    lines = arrival.notes.get("lines")
    return bool(lines) and lines[0][1] == "refused"


def may_answer_again(arrival: Arrival, first: Arrival) -> bool:
    """Whether to answer another copy of a letter with the first answer."""
    return _before(arrival, HOUR).filter(duplicate_of=first).count() < MOST_SAME
