"""The server's one clock: the database's time, or a time set by a simulation or scenario.

All times are UTC and whole seconds. A deadline passes when its own second is over, so that a letter
taken within that second is in time (PR-RECEIPT-02).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection

from traders.models.prepared_statements import together

SECOND = timedelta(seconds=1)
SETTLING = timedelta(seconds=2)
"""Time after a deadline's second before it is carried out: letters taken in that second are stored
by then.
"""

# the whole process's, so that a test's server threads share it
_set: datetime | None = None


def now() -> datetime:
    """The time, in whole seconds."""
    return whole(exact())


def running() -> Callable[[], datetime]:
    """The time from now on, in whole seconds: the database is asked once, and what has passed since
    is counted here.
    """
    began, since = exact(), time.monotonic()
    return lambda: whole(_set or began + timedelta(seconds=time.monotonic() - since))


def whole(moment: datetime) -> datetime:
    """The second in which a moment lies; events are dated by it."""
    return moment.replace(microsecond=0)


def exact() -> datetime:
    """The time with its fraction, for receipts; games are decided by whole seconds."""
    if _set is None and connection.vendor == "postgresql":
        moment: datetime = together((ASKED,))[0][0]
        return moment
    return shown()


_taken: ContextVar[datetime | None] = ContextVar("when it was taken", default=None)


@contextmanager
def taken_at(moment: datetime) -> Iterator[None]:
    """Within it something is carried out that was taken then, and counts from then, whenever it is
    read (PR-RECEIPT-01): what somebody without a seat says, by letter or otherwise. A seat's orders
    are carried out in a session of that moment.
    """
    token = _taken.set(moment)
    try:
        yield
    finally:
        _taken.reset(token)


def taken() -> datetime:
    """When what is carried out now was taken, in whole seconds: the one time by which it counts.
    The time itself, where nobody said it or it is carried out as it is said.
    """
    return whole(taken_exactly())


def taken_exactly() -> datetime:
    """The same with its fraction, for what is put in order."""
    return _taken.get() or exact()


class _Asked:
    """The time with its fraction, as one of the queries that are asked `together`."""

    @staticmethod
    def statement() -> tuple[str, list[object]]:
        # Machines' clocks differ; and CURRENT_TIMESTAMP is the start of the transaction, which
        # lies before it got the game's lock.
        known = connection.vendor == "postgresql"
        return "SELECT clock_timestamp()" if known else "SELECT 1", []

    @staticmethod
    def read(found: list[list[Any]]) -> list[datetime]:
        [[moment]] = found
        unset = _set is None and isinstance(moment, datetime)
        return [moment.astimezone(UTC) if unset else shown()]


ASKED = _Asked()


def shown() -> datetime:
    """This machine's time, for pages that show how long it is until something. Nothing is decided
    by it, and it costs no query.
    """
    return _set or datetime.now(UTC)


def settling() -> timedelta:
    """Time that a deadline must have passed before it is carried out. With a set time no letter is
    under way, so its second is enough.
    """
    return SETTLING if _set is None else SECOND


def is_set() -> bool:
    """Whether the time was set and stands still."""
    return _set is not None


def set_to(moment: datetime | None) -> None:
    """Set the time for the whole process, until set again; None lets it run."""
    global _set
    if moment is not None and moment.tzinfo is None:
        raise ValueError("a time without its zone")
    _set = moment.astimezone(UTC) if moment is not None else None


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Set the time within the block."""
    before = _set
    set_to(moment)
    try:
        yield
    finally:
        set_to(before)
