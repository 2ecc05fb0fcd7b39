"""Readers of letters that are no part of the test: one that lives, and one that was killed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import connection

from tests.services.waiting import until
from traders.domain.calendar import clock
from traders.domain.post.incoming import reading
from traders.models import Arrival, liveness_locks


@contextmanager
def in_anothers_hands(letter: Arrival) -> Iterator[None]:
    """Another process reads the letter meanwhile, over a connection of its own, and is killed at
    the end.
    """
    assert reading._claim([letter.pk], {letter.pk}, clock.now())
    if not liveness_locks.is_known():
        yield
        return
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [liveness_locks._READERS + letter.pk])
        yield
    finally:
        other.close()
        _let_go(letter)


def _let_go(letter: Arrival) -> None:
    """Wait until the server has seen that the reader's connection is closed."""
    held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s"

    def free() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(held, [(liveness_locks._READERS + letter.pk) & 0xFFFFFFFF])
            return cursor.fetchone() == (0,)

    until(free, "the lock of a closed connection is still held", pace=0.01)


def killed(letter: Arrival) -> None:
    """The letter's reader was killed: its connection is gone, or its claim has grown old."""
    if not liveness_locks.is_known():
        old = clock.now() - reading.CLAIM_TIME_UNLOCKED - timedelta(seconds=1)
        Arrival.objects.filter(pk=letter.pk).update(claimed_at=old)
