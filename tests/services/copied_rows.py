"""What a fixture leaves in the database, made once a process and copied for each test after: rows
with the numbers and hours that they had. What the whole run keeps, and who is signed in, stands
apart.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache, wraps
from typing import NamedTuple, ParamSpec, TypeVar

from django.apps import apps
from django.db import connection, transaction
from psycopg import Cursor
from psycopg.sql import SQL, Composed, Identifier, Literal

from tests.services.entries import KEPT
from traders.domain.calendar import clock

P = ParamSpec("P")
T = TypeVar("T")
APART = KEPT | {"django_session"}
Rows = dict[str, frozenset[str]]
"""The rows of each table that has some, as PostgreSQL writes them."""


class _Left(NamedTuple):
    """What was returned, and the statements that write the rows."""

    result: bytes
    rows: str


def copied(make: Callable[P, T]) -> Callable[P, T]:
    """`make`, whose rows are copied where it is asked for the same on the same database, at the
    same time where one is set: whatever stands there, in whatever table, stands as it did. What it
    returns is then what it returned; what it does beside rows it does once alone. On SQLite all is
    made each time.
    """
    left: dict[tuple[object, ...], _Left] = {}

    @wraps(make)
    def asked(*args: P.args, **more: P.kwargs) -> T:
        if connection.vendor != "postgresql":
            return make(*args, **more)
        before = _rows()
        at = clock.now() if clock.is_set() else None
        key = (pickle.dumps((args, more)), at, frozenset(before.items()))
        if key not in left:
            result = make(*args, **more)
            left[key] = _Left(pickle.dumps(result), _written(before, _rows()))
            return result
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(left[key].rows)
        again: T = pickle.loads(left[key].result)
        return again

    return asked


@cache
def _asked() -> Composed:
    """For the rows of all models' tables."""
    models = apps.get_models(include_auto_created=True)
    names = sorted({one._meta.db_table for one in models if one._meta.managed} - APART)
    each = [
        SQL("SELECT {}, array_agg(row::text) FROM {} row HAVING count(*) > 0").format(
            Literal(name), Identifier(name)
        )
        for name in names
    ]
    return SQL(" UNION ALL ").join(each)


def _rows() -> Rows:
    connection.ensure_connection()
    with Cursor(connection.connection) as cursor:
        found = cursor.execute(_asked(), prepare=True).fetchall()
    return {name: frozenset(rows) for name, rows in found}


def _written(before: Rows, after: Rows) -> str:
    """Statements that make the one of the other. No trigger and no foreign key is looked at, as all
    were when the rows were made.
    """
    statements = [SQL("SET LOCAL session_replication_role = replica")]
    for name in before.keys() | after.keys():
        old, new = before.get(name, frozenset()), after.get(name, frozenset())
        table = Identifier(name)
        if gone := sorted(old - new):
            deleted = SQL("DELETE FROM {} row WHERE row::text = ANY({})")
            statements.append(deleted.format(table, Literal(gone)))
        if come := sorted(new - old):
            inserted = SQL("INSERT INTO {0} SELECT row.* FROM unnest({1}::text[]::{0}[]) row")
            statements.append(inserted.format(table, Literal(come)))
    statements.append(SQL("SET LOCAL session_replication_role = origin"))
    return SQL("; ").join(statements).as_string(connection.connection)
