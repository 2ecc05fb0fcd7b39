"""Locks that show whether a letter's reader is alive.

On PostgreSQL its connection holds an advisory lock with the letter's number, which is released when
the connection ends, as when its process is killed. Nobody waits for the lock.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.db import Error, connection

_READERS = 0x5442 << 48
"""Offset of these locks' numbers, apart from all other advisory locks of the database."""


def is_known() -> bool:
    """Whether this database has such locks."""
    return connection.vendor == "postgresql"


@contextmanager
def having(number: int) -> Iterator[bool]:
    """Hold a letter's lock. Yields whether this connection alone holds it; True where there are no
    such locks.
    """
    alone = not is_known() or _query_lock("SELECT pg_try_advisory_lock(%s)", number)
    try:
        yield alone
    finally:
        if alone and is_known():
            with suppress(Error):  # a closed connection holds no lock
                _query_lock("SELECT pg_advisory_unlock(%s)", number)


def _query_lock(statement: str, number: int) -> bool:
    """The answer of a lock function for the letter's number."""
    with connection.cursor() as cursor:
        cursor.execute(statement, [_READERS + number])
        return bool(cursor.fetchone()[0])
