"""Readers of letters that are no part of the test: one that lives, and one that was killed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import connection

from traders.domain.calendar import clock
from traders.domain.post.incoming import reading
from traders.models import Arrival, alive


@contextmanager
def in_anothers_hands(letter: Arrival) -> Iterator[None]:
    """Another process reads the letter meanwhile, over a connection of its own, and is killed at
    the end.
    """
    assert reading._claim([letter.pk], {letter.pk}, clock.now())
    if not alive.is_known():
        yield
        return
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [alive._READERS + letter.pk])
        yield
    finally:
        other.close()


def killed(letter: Arrival) -> None:
    """The letter's reader was killed: its connection is gone, or its claim has grown old."""
    if not alive.is_known():
        old = clock.now() - reading.CLAIM_TIME_UNLOCKED - timedelta(seconds=1)
        Arrival.objects.filter(pk=letter.pk).update(claimed_at=old)
