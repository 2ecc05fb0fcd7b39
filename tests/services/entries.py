"""After a test that commits, the tables are emptied. Triggers, which refuse that to entries, are
out of force meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.test import TransactionTestCase

KEPT = {"django_content_type", "auth_permission"}
"""Rows that `migrate` made: the same for all tests."""


def emptied() -> None:
    """Delete the rows of every table."""
    tables = [
        name
        for name in connection.introspection.django_table_names(include_views=False)
        if name not in KEPT
    ]
    rows = [f'DELETE FROM "{name}"' for name in tables]
    # where a TRUNCATE makes every file anew, and costs fifty times as much
    if connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("; ".join(["SET LOCAL session_replication_role = replica", *rows]))
        return
    with (
        connection.constraint_checks_disabled(),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        triggers = cursor.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        for statement in [
            *(f"DROP TRIGGER {name}" for name, _ in triggers),
            *rows,
            *(made for _, made in triggers),
        ]:
            cursor.execute(statement)


@contextmanager
def emptied_between_tests() -> Iterator[None]:
    """Within it, that is how Django clears up after tests that commit."""
    case: Any = TransactionTestCase
    flush = case._fixture_teardown
    case._fixture_teardown = lambda self: emptied()
    try:
        yield
    finally:
        case._fixture_teardown = flush
