"""Statements on their way to the database. PostgreSQL keeps those made once, planned, as long as a
connection lasts: to plan them anew each time was a sixth of its work.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

from django.db import DatabaseError, connection, models

MOST_VALUES = 60
"""With more of them a change is not kept: there would be one for each number of rows."""
_numbers = count(1)
_preparing: dict[str, str] = {}
"""The statement that has PostgreSQL keep one, by that which carries it out."""
_changing: dict[str, str] = {}
"""The statement that carries out a change that is kept, by the change's own."""
_kept: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()
"""What each connection's session keeps."""

Asks = Sequence[tuple[int | None, Any]]
"""What stands for each parameter of a statement: a place among its values, or a constant."""


def executing(sql: str, model: type[models.Model], asks: Asks, values: int) -> str:
    """The statement that carries out one that PostgreSQL keeps, with so many values. It is planned
    for its constants, so that an index of some rows alone serves it.
    """
    literal: Any = getattr(connection.ops, "compose_sql")  # noqa: B009 - PostgreSQL's alone
    places = [literal("%s", [fixed]) if place is None else f"${place + 1}" for place, fixed in asks]
    name = f"{sql.partition(' ')[0].lower()}_{model._meta.db_table}_{next(_numbers)}"
    carried_out = f"EXECUTE {name}" + f"({', '.join(['%s'] * values)})" * bool(values)
    _preparing[carried_out] = f"PREPARE {name} AS {sql % tuple(places)}"
    return carried_out


def changing(sql: str, model: type[models.Model], values: int) -> str:
    """The statement to send for one that writes rows, whose parameters are all values."""
    is_kept = connection.vendor == "postgresql" and values <= MOST_VALUES
    if not is_kept or not sql.startswith("UPDATE"):
        return sql  # an insertion needs no plan
    if sql not in _changing:
        asks = [(place, None) for place in range(values)]
        _changing[sql] = executing(sql, model, asks, values)
    return _changing[sql]


def sent(statements: Sequence[tuple[str, list[Any]]]) -> list[list[list[Any]]]:
    """The rows that each statement gives; all are sent at once where the database takes that."""
    count = len(statements)
    found: list[list[list[Any]]] = []
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            _keep(cursor, (sql for sql, _ in statements))
            values = [value for _, values in statements for value in values]
            statements = [("; ".join(sql for sql, _ in statements), values)]
        for sql, values in statements:
            try:
                cursor.execute(sql, values)
            except DatabaseError:
                connection.close_at = 0.0  # what its session keeps may be gone, or of older tables
                raise
            found.append([*map(list, cursor.fetchall())])
            while len(statements) == 1 and len(found) < count and cursor.nextset():
                found.append([*map(list, cursor.fetchall())])
    return found


def _keep(cursor: Any, statements: Iterable[str]) -> None:
    """Have the cursor's session keep those of these statements that are to be kept."""
    kept = _kept.setdefault(connection.connection, set())
    for sql in statements:
        if sql in _preparing and sql not in kept:
            with connection.wrap_database_errors:
                cursor.cursor.execute(_preparing[sql])
            kept.add(sql)
