"""Locks that show whether who has a row in hand is alive: a letter's reader, who carries a
program's post out, who sends letters.

On PostgreSQL its connection holds an advisory lock with the row's number, which is released when
the connection ends, as when its process is killed. Nobody waits for the lock.
"""

from __future__ import annotations

import hashlib
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


class Hold:
    """A hold on what goes by a name. Where its connection was lost, others may have found nobody
    alive meanwhile.
    """

    def __init__(self, name: str, kind: int) -> None:
        self._name, self._kind = name, kind
        self._by = connection.connection

    def was_lost(self) -> bool:
        """Whether the connection is another one than before."""
        return is_known() and connection.connection is not self._by

    def take_again(self) -> None:
        """Hold it by the connection that there is now."""
        _asked("pg_try_advisory_lock", [number_of(self._name)], self._kind)
        self._by = connection.connection


@contextmanager
def holding(name: str, kind: int) -> Iterator[Hold]:
    """Within it whoever has this name is seen to live, as long as its connection does."""
    with having([number_of(name)], kind):
        yield Hold(name, kind)


def number_of(name: str) -> int:
    """The number of a name's lock."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=5).digest())


def _asked(function: str, numbers: Sequence[int], kind: int) -> list[int]:
    """Of the numbers those for which the database's function says yes."""
    asked = f"SELECT n, {function}(%s + n) FROM unnest(%s::bigint[]) AS n"  # noqa: S608 - its name
    with connection.cursor() as cursor:
        cursor.execute(asked, [kind, list(numbers)])
        return [number for number, done in cursor.fetchall() if done]
