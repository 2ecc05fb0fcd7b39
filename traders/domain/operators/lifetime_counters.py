"""Tallies: how much there ever was of letters, orders and outages, for counters that survive
restarts, processes and removed rows.

Each minute the rows that came since the last look are added, by index, in one transaction with the
mark up to which they were. A row is added once it is settled: its transaction is over, and what
becomes of it is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Max, Min, Model, Q, Sum

from traders.domain.calendar import clock
from traders.domain.deadlines.heartbeat_and_outages import MISSING
from traders.models import (
    Arrival,
    ArrivalStatus,
    Entry,
    Heartbeat,
    Kind,
    Letter,
    OperatorMark,
    Report,
    Tally,
)

SETTLED = timedelta(minutes=1)
"""Longer than the transaction that writes a row."""
ACCOUNTED = timedelta(minutes=6)
"""Longer than it takes until a letter that the mail server took is noted as taken, though its
worker died.
"""
COPY = "copy"
"""The mark of the last copy of the database."""


@dataclass(frozen=True, slots=True)
class Counter:
    """Something that only grows: its name for monitors, what it counts, and what its labels are."""

    name: str
    words: str
    label: str = ""


LETTERS_IN = Counter("letters_in", "letters that came in and were read", "outcome")
LETTERS_OUT = Counter("letters_out", "letters that the mail server took", "kind")
REFUSED = Counter("letters_refused", "reports that a letter was put off or refused", "kind")
ORDERS = Counter("orders", "orders that were carried out", "source")
OUTAGES = Counter("outages", "spans in which no process of the server lived (PR-MAIL-03)")
OUTAGE_SECONDS = Counter("outage_seconds", "how long those spans were, together")
ANSWERS = Counter("answers", "letters in whose answer the mail server took")
ANSWER_SECONDS = Counter(
    "answer_seconds", "from the arrival of those letters until the mail server took the answer"
)
COUNTERS = (
    LETTERS_IN, LETTERS_OUT, REFUSED, ORDERS, OUTAGES, OUTAGE_SECONDS, ANSWERS, ANSWER_SECONDS,
)  # fmt: skip

Amounts = Iterable[tuple[Counter, str, float]]


def tally(now: datetime | None = None) -> None:
    """Add what has come and is settled. Any number may do so at once."""
    now = now or clock.now()
    for name, model, amounts, unsettled in _BY_NUMBER:
        with transaction.atomic():
            _rows_tallied(name, model, amounts, unsettled, now)
    with transaction.atomic():
        _letters_out_tallied(now)


def totals() -> list[tuple[Counter, str, float]]:
    """Each counter and label with its value; without a label, zero where nothing was counted."""
    kept = {(one.name, one.label): one.value for one in Tally.objects.all()}
    kept |= {(counter.name, ""): value for counter, value in _outages()}
    found = []
    for counter in COUNTERS:
        labels = sorted(label for name, label in kept if name == counter.name)
        for label in labels or ([] if counter.label else [""]):
            found.append((counter, label, kept.get((counter.name, label), 0.0)))
    return found


def copy_made(now: datetime | None = None) -> None:
    """Note that a copy of the database was made."""
    OperatorMark.objects.update_or_create(name=COPY, defaults={"at": now or clock.now()})


def last_copy() -> datetime | None:
    """When the last copy was made, as far as anybody said so."""
    return OperatorMark.objects.filter(name=COPY).values_list("at", flat=True).first()


# --- by the number of the row ---------------------------------------------------------------------


def _rows_tallied(
    name: str,
    model: type[Model],
    amounts: Callable[[Q], Amounts],
    unsettled: Callable[[], int | None],
    now: datetime,
) -> None:
    """Add the rows that there were at the last look, and mark those that there are now."""
    last = model._default_manager.aggregate(last=Max("pk"))["last"] or 0
    mark, new = OperatorMark.objects.select_for_update().get_or_create(
        name=name, defaults={"at": now, "number": last, "seen": last}
    )
    if new or now - mark.at < SETTLED:
        return
    waits = unsettled()
    end = mark.seen if waits is None else min(mark.seen, waits - 1)
    if end > mark.number:
        _add(amounts(Q(pk__gt=mark.number, pk__lte=end)))
        mark.number = end
    mark.seen, mark.at = last, now
    mark.save()


def _letters_in(rows: Q) -> Amounts:
    found = Arrival.objects.filter(rows).order_by().values_list("outcome").annotate(n=Count("pk"))
    return [(LETTERS_IN, outcome, number) for outcome, number in found]


def _first_unread() -> int | None:
    unread = Arrival.objects.filter(status__in=(ArrivalStatus.STORED, ArrivalStatus.READING))
    first: int | None = unread.aggregate(first=Min("pk"))["first"]
    return first


def _orders(rows: Q) -> Amounts:
    made = Entry.objects.filter(rows, kind=Kind.ORDER)
    found = made.order_by().values_list("source").annotate(n=Count("pk"))
    return [(ORDERS, source, number) for source, number in found]


def _refused(rows: Q) -> Amounts:
    told = Report.objects.filter(rows, kind__in=("deferred", "rejected", "bounced"))
    found = told.order_by().values_list("kind").annotate(n=Count("pk"))
    return [(REFUSED, kind, number) for kind, number in found]


_BY_NUMBER: tuple[
    tuple[str, type[Model], Callable[[Q], Amounts], Callable[[], int | None]], ...
] = (
    ("letters in", Arrival, _letters_in, _first_unread),
    ("orders", Entry, _orders, lambda: None),
    ("reports", Report, _refused, lambda: None),
)


# --- by time --------------------------------------------------------------------------------------


def _letters_out_tallied(now: datetime) -> None:
    """Add the letters that were taken since the mark."""
    until = now - ACCOUNTED
    mark, new = OperatorMark.objects.select_for_update().get_or_create(
        name="letters out", defaults={"at": until}
    )
    if new or until <= mark.at:
        return
    taken = Letter.objects.filter(accepted__gt=mark.at, accepted__lte=until).order_by()
    sent = taken.values_list("kind").annotate(n=Count("pk"))
    _add([(LETTERS_OUT, kind, number) for kind, number in sent])
    answers = Arrival.objects.filter(
        answered_by__accepted__gt=mark.at,
        answered_by__accepted__lte=until,
        answered_by__accepted__gte=F("taken"),
        duplicate_of=None,
    ).aggregate(n=Count("pk"), spent=Sum(F("answered_by__accepted") - F("taken")))
    if answers["n"]:
        spent = answers["spent"].total_seconds()
        _add([(ANSWERS, "", answers["n"]), (ANSWER_SECONDS, "", spent)])
    mark.at = until
    mark.save()


def _outages() -> Iterator[tuple[Counter, float]]:
    """Told by the spans of life themselves: one row an outage."""
    gaps = Heartbeat.objects.filter(before__isnull=False).annotate(gap=F("since") - F("before"))
    found: dict[str, Any] = gaps.filter(gap__gt=MISSING).aggregate(n=Count("pk"), long=Sum("gap"))
    yield OUTAGES, float(found["n"])
    yield OUTAGE_SECONDS, found["long"].total_seconds() if found["long"] else 0.0


def _add(amounts: Amounts) -> None:
    for counter, label, amount in amounts:
        row, _ = Tally.objects.get_or_create(name=counter.name, label=label)
        Tally.objects.filter(pk=row.pk).update(value=F("value") + amount)
