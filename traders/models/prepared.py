"""Prepared statements. The door runs the same few in every session, and making their SQL costs more
than running it.

A statement is written as a Django queryset; its SQL is made when it is first needed, once for each
kind of database.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from django.db import connection, models

M = TypeVar("M", bound=models.Model)

_PLACEHOLDER = 987_654_321
"""The first number given to a query while its SQL is made; the others follow it."""
_MOST_ROWS = 50
"""The most rows in one INSERT."""


class Prepared(Generic[M]):
    """A prepared query over one model with numbers, such as a game's id, as parameters of
    `queryset`.
    """

    def __init__(self, model: type[M], queryset: Callable[..., models.QuerySet[M]]) -> None:
        self._model = model
        self._queryset = queryset
        self._statements: dict[str, tuple[str, list[str], list[tuple[int, list[Any], Any]]]] = {}

    def rows(self, *numbers: int) -> list[M]:
        """The rows that the queryset would find."""
        sql, names, converters = self._statements.get(connection.vendor) or self._make()
        with connection.cursor() as cursor:
            cursor.execute(sql, numbers)
            found = [list(row) for row in cursor.fetchall()]
        for place, converts, column in converters:
            for row in found:
                for convert in converts:
                    row[place] = convert(row[place], column, connection)
        return [self._model.from_db(connection.alias, names, row) for row in found]

    def _make(self) -> tuple[str, list[str], list[tuple[int, list[Any], Any]]]:
        placeholders = [
            _PLACEHOLDER + n for n in range(len(inspect.signature(self._queryset).parameters))
        ]
        compiler = self._queryset(*placeholders).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        if list(parameters) != placeholders:
            raise ValueError(
                f"a prepared query takes its numbers in their order, and this one {parameters}"
            )
        columns = [column for column, _, _ in compiler.select]
        converters = [(place, *found) for place, found in compiler.get_converters(columns).items()]
        statement = self._statements[connection.vendor] = (
            sql,
            [str(column.target.attname) for column in columns],
            converters,
        )
        return statement


@cache
def _inserting(model: type[models.Model], vendor: str, count: int) -> str:
    """The statement that inserts so many rows and returns their primary keys."""
    quoted = connection.ops.quote_name
    columns = [quoted(str(field.column)) for field in _inserted(model)]
    row = f"({', '.join(['%s'] * len(columns))})"
    table, key = quoted(model._meta.db_table), quoted(str(model._meta.pk.column))
    into, values = f"{table} ({', '.join(columns)})", ", ".join([row] * count)
    return f"INSERT INTO {into} VALUES {values} RETURNING {key}"  # noqa: S608 - names of columns


@cache
def _inserted(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    return [field for field in model._meta.local_concrete_fields if not field.primary_key]


def _fits(row: models.Model) -> bool:
    """Whether a prepared statement can write the row: for the one database, with plain values."""
    return row._state.db in (None, connection.alias) and not any(
        hasattr(value, "resolve_expression") for value in vars(row).values()
    )


def can_insert(rows: Iterable[models.Model], using: str) -> bool:
    """Whether `insert` does the same as Django would, for these rows and that database."""
    return using == connection.alias and all(row.pk is None and _fits(row) for row in rows)


def insert(rows: Sequence[M]) -> list[M]:
    """Insert new rows of one model, numbered by the database. Returns them with their primary
    keys.
    """
    for first in range(0, len(rows), _MOST_ROWS):
        part: Sequence[Any] = rows[first : first + _MOST_ROWS]
        model: Any = type(part[0])
        for row in part:
            row._prepare_related_fields_for_save(operation_name="bulk_create")
        values = [
            field.get_db_prep_save(field.pre_save(row, True), connection)
            for row in part
            for field in _inserted(model)
        ]
        with connection.cursor() as cursor:
            cursor.execute(_inserting(model, connection.vendor, len(part)), values)
            for row, (key,) in zip(part, cursor.fetchall(), strict=True):
                row.pk = key
                row._state.adding, row._state.db = False, connection.alias
    return list(rows)


class PreparedRows(models.QuerySet["Any"]):
    """A queryset that inserts by a prepared statement where that does the same, else as Django
    does.
    """

    def bulk_create(self, objs: Any, *args: Any, **options: Any) -> list[Any]:
        rows = list(objs)
        if args or options or not can_insert(rows, self.db):
            return super().bulk_create(rows, *args, **options)
        return insert(rows)


@cache
def _updating(
    model: type[models.Model], vendor: str, names: tuple[str, ...]
) -> tuple[str, list[models.Field[Any, Any]]]:
    """The statement that updates these fields of one row, and the fields."""
    quoted = connection.ops.quote_name
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    columns = ", ".join(f"{quoted(str(field.column))} = %s" for field in fields)
    table, key = quoted(model._meta.db_table), quoted(str(model._meta.pk.column))
    return f"UPDATE {table} SET {columns} WHERE {key} = %s", fields  # noqa: S608  names of columns


def write_fields(row: models.Model, names: Sequence[str]) -> bool:
    """Write these fields of a stored row, as `save(update_fields=names)` does, but without signals
    where a prepared statement can. Returns whether the row exists.
    """
    if not names or not _fits(row):
        models.Model.save(row, update_fields=names)
        return True
    sql, fields = _updating(type(row), connection.vendor, tuple(names))
    values = [field.get_db_prep_save(field.pre_save(row, False), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, [*values, row.pk])
        return bool(cursor.rowcount == 1)
