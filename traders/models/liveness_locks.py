"""Locks that show whether a letter's reader is alive.

On PostgreSQL its connection holds an advisory lock with the letter's number, which is released when
the connection ends, as when its process is killed. Nobody waits for the lock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from django.db import Error, connection

_READERS = 0x5442 << 48
"""Offset of these locks' numbers, apart from all other advisory locks of the database."""


def is_known() -> bool:
    """Whether this database has such locks."""
    return connection.vendor == "postgresql"


@contextmanager
def having(numbers: Sequence[int]) -> Iterator[set[int]]:
    """Within it this connection has the letters in hand; yields those that it alone has. All of
    them where nobody can tell.
    """
    alone = set(_asked("pg_try_advisory_lock", numbers)) if is_known() else set(numbers)
    try:
        yield alone
    finally:
        if alone and is_known():
            with suppress(Error):  # a connection that went away holds nothing any more
                _asked("pg_advisory_unlock", sorted(alone))


def _asked(function: str, numbers: Sequence[int]) -> list[int]:
    """Of the numbers those for which the database's function says yes."""
    asked = f"SELECT n, {function}(%s + n) FROM unnest(%s::bigint[]) AS n"  # noqa: S608 - its name
    with connection.cursor() as cursor:
        cursor.execute(asked, [_READERS, list(numbers)])
        return [number for number, done in cursor.fetchall() if done]
