"""Locks that show whether who has a row in hand is alive: a letter's reader, who carries a
program's post out, who sends letters.

On PostgreSQL its connection holds an advisory lock with the row's number, which is released when
the connection ends, as when its process is killed. Nobody waits for the lock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from django.db import Error, connection

_READERS = 0x5442 << 48
"""Offset of these locks' numbers, apart from all other advisory locks of the database."""
LETTERS, POSTS, SENDERS = _READERS, 0x5443 << 48, 0x5444 << 48
"""Kinds of rows, by the offset of their locks."""


def is_known() -> bool:
    """Whether this database has such locks."""
    return connection.vendor == "postgresql"


@contextmanager
def having(numbers: Sequence[int], kind: int = LETTERS) -> Iterator[set[int]]:
    """Within it this connection has these rows of a kind in hand; yields those that it alone has.
    All of them where nobody can tell.
    """
    alone = set(_asked("pg_try_advisory_lock", numbers, kind)) if is_known() else set(numbers)
    try:
        yield alone
    finally:
        if alone and is_known():
            with suppress(Error):  # a connection that went away holds nothing any more
                _asked("pg_advisory_unlock", sorted(alone), kind)


def hold(numbers: Sequence[int], kind: int) -> None:
    """Have these rows in hand once more, within `having`, by a connection that is new."""
    if is_known():
        _asked("pg_try_advisory_lock", numbers, kind)


def _asked(function: str, numbers: Sequence[int], kind: int) -> list[int]:
    """Of the numbers those for which the database's function says yes."""
    asked = f"SELECT n, {function}(%s + n) FROM unnest(%s::bigint[]) AS n"  # noqa: S608 - its name
    with connection.cursor() as cursor:
        cursor.execute(asked, [kind, list(numbers)])
        return [number for number, done in cursor.fetchall() if done]
