"""The one clock: the database's time, or a time that a simulation or a scenario has set.

All times are UTC and whole seconds: what happens within a second happens at it. A deadline passes
when its own second is over, so that a letter taken in that second is in time (PR-RECEIPT-02),
whatever the fraction.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from django.db import connection

SECOND = timedelta(seconds=1)
SETTLING = timedelta(seconds=2)
"""How long after a deadline's second it is carried out at the earliest: letters taken in that
second are in the database by then.
"""

_set: datetime | None = (
    None  # of the process, not of a thread: a test's server threads live in the same time
)


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
    """The second in which a moment lies: what happens within a second happens at it."""
    return moment.replace(microsecond=0)


def exact() -> datetime:
    """The time with its fraction, for receipts; games are decided by whole seconds."""
    if _set is None and connection.vendor == "postgresql":
        # Machines' own clocks differ; and CURRENT_TIMESTAMP is the time at which the transaction
        # began, before it had the game's lock.
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            moment: datetime = cursor.fetchone()[0]
            return moment.astimezone(UTC)
    return shown()


def shown() -> datetime:
    """This machine's time, for pages that say how long it is till then: nothing is decided by it,
    and it costs no query.
    """
    return _set or datetime.now(UTC)


def settling() -> timedelta:
    """How long a deadline must have passed before it is carried out. In a time that was set no
    letter is under way: its second is over.
    """
    return SETTLING if _set is None else SECOND


def is_set() -> bool:
    """Whether time was set and does not run by itself."""
    return _set is not None


def set_to(moment: datetime | None) -> None:
    """Let it be `moment` for the whole process until set again; None lets time run."""
    global _set
    if moment is not None and moment.tzinfo is None:
        raise ValueError("a time without its zone")
    _set = moment.astimezone(UTC) if moment is not None else None


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Let it be `moment` within the block."""
    before = _set
    set_to(moment)
    try:
        yield
    finally:
        set_to(before)
