"""Between tests the tables are emptied, which the triggers over the entries would refuse: they are taken away for the emptying."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.test import TransactionTestCase

from traders.models.triggers import INSERT_ONLY


def take_away_triggers() -> None:
    """Let entries be deleted until the next migrate (or flush) puts the triggers in place again."""
    with connection.cursor() as cursor:
        for table in INSERT_ONLY:
            if connection.vendor == "sqlite":
                for verb in ("UPDATE", "DELETE"):
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{verb}")
            else:
                cursor.execute(
                    f"DROP TRIGGER IF EXISTS {table}_only_added_to ON {table}; DROP TRIGGER IF EXISTS {table}_never_emptied ON {table}"
                )


@contextmanager
def emptied_between_tests() -> Iterator[None]:
    """Within it, tests that commit can be cleared away; the flush that clears them puts the triggers in place again."""
    case: Any = TransactionTestCase  # whose own clearing up is wrapped
    clear = case._fixture_teardown

    def teardown(self: Any) -> None:
        take_away_triggers()
        clear(self)

    case._fixture_teardown = teardown
    try:
        yield
    finally:
        case._fixture_teardown = clear
