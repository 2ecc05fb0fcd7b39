"""Whether a letter's reader lives.

On PostgreSQL its connection holds a lock on the letter's number, which falls when the connection
does, as when its process is killed. Nobody waits for the lock.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.db import Error, connection

_READERS = 0x5442 << 48
"""Keeps these locks' numbers apart from whoever else takes locks in the database."""


def is_known() -> bool:
    """Whether this database can tell."""
    return connection.vendor == "postgresql"


@contextmanager
def having(number: int) -> Iterator[bool]:
    """Within it this connection has the letter in hand; yields whether it alone has. True where
    nobody can tell.
    """
    alone = not is_known() or _asked("SELECT pg_try_advisory_lock(%s)", number)
    try:
        yield alone
    finally:
        if alone and is_known():
            with suppress(Error):  # a connection that went away holds nothing any more
                _asked("SELECT pg_advisory_unlock(%s)", number)


def _asked(statement: str, number: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(statement, [_READERS + number])
        return bool(cursor.fetchone()[0])
