"""Whose the letters out are: a worker claims prepared letters under a name never used again, and
holds a lock of that name while it has them in hand. Where the lock is free the worker is dead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import F, Q, QuerySet

from traders.domain.post.unsendable_letter_check import seats_of
from traders.models import Change, Letter, LetterStatus, Prepared, Seat, liveness_locks

BATCH = 50
"""Letters that one task takes through one connection."""
CLAIM = timedelta(minutes=4)
"""A claim older than this is a dead worker's, where no lock tells it at once. Renewed by the
living; longer than one letter can hang at a server's every answer.
"""


def of_worker(worker: Any) -> QuerySet[Letter]:
    """The letters that a worker has in hand."""
    return Letter.objects.filter(worker=worker, status=LetterStatus.SENDING)


def _claiming(
    ids: object = list, worker: object = str, now: object = datetime, until: object = datetime
) -> tuple[QuerySet[Letter], dict[str, Any]]:
    """Up to a batch of prepared letters become this worker's."""
    waits = Q(next_try=None) | Q(next_try__lte=now)
    free = Letter.objects.filter(waits, pk__among=ids, status=LetterStatus.PREPARED)
    if connection.features.has_select_for_update_skip_locked:
        free = free.select_for_update(skip_locked=True)
    return Letter.objects.filter(pk__in=free.order_by("pk").values("pk")[:BATCH]), {
        "status": LetterStatus.SENDING,
        "worker": worker,
        "claimed_at": now,
        "next_try": until,
        "attempts": F("attempts") + 1,
    }


def _claimed(ids: Any = list, worker: Any = str) -> QuerySet[Letter]:
    return of_worker(worker).filter(pk__among=ids)


TAKE_THEM = Change(Letter, _claiming)
CLAIMED = Prepared(
    Letter,
    lambda ids=list, worker=str: (
        _claimed(ids, worker)
        .select_related("picture", "game", "player")
        .defer("facts", "game__position", "game__course")
        .order_by("pk")
    ),
)
SEATS = Prepared(Seat, lambda ids=list, worker=str: seats_of(_claimed(ids, worker)))
STUCK = Prepared(
    Letter,
    lambda: (
        Letter.objects.filter(
            status__in=[LetterStatus.SENDING, LetterStatus.SENT, LetterStatus.UNKNOWN],
            next_try__isnull=False,
        )
        .defer("raw", "facts")
        .order_by("worker", "pk")
    ),
)
"""Letters that a worker, dead or living, has not done with."""


@contextmanager
def of_the_dead(letters: Iterable[Letter], now: datetime) -> Iterator[set[str]]:
    """The workers of these letters who are dead; within it nobody else finds them so."""
    found = {letter.worker: False for letter in letters}
    for letter in letters:
        if letter.next_try is not None and letter.next_try <= now:
            found[letter.worker] = True
    numbers = {
        liveness_locks.number_of(worker): worker for worker, late in found.items() if not late
    }
    late = {worker for worker, late in found.items() if late}
    if not numbers or not liveness_locks.is_known():
        yield late
        return
    with liveness_locks.having(sorted(numbers), liveness_locks.SENDERS) as free:
        yield late | {numbers[number] for number in free}
