"""Statements whose SQL is worked out once. The door runs the same few in every session, and making
their SQL costs more than running it.

A statement is named in Django's words; its SQL is made when it is first wanted, once for each kind
of database.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import connection, models
from django.db.models.query import get_related_populators
from django.db.models.sql import UpdateQuery

from traders.models.statement_sending import changing, executing, sent

M = TypeVar("M", bound=models.Model)
Held = dict[str, Any]
"""What a row holds, by names of fields."""

_AT_ONCE = 50
"""Rows that one statement writes at most."""


# --- reading --------------------------------------------------------------------------------------


class _Made(NamedTuple):
    """A query for one kind of database. `asks`: what stands for each of its parameters, a place
    among the values or a constant.
    """

    sql: str
    asks: list[tuple[int | None, Any]]
    names: list[str]
    related: list[Any]
    added: dict[str, int]
    converters: list[tuple[int, list[Any], Any]]


_LONG_AGO = "1871"  # the year of all times that stand for a value


def _stand_in(kind: Any, place: int) -> Any:
    """Stands for a value while the SQL is made; a `+` takes the width off PostgreSQL's numbers."""
    if kind is datetime:
        return datetime(int(_LONG_AGO), 2, 3, 4, 5, 6, 7, UTC) + timedelta(days=place)
    number = 987_654_321 + place
    return {str: f"stands for value {place}", list: [number]}.get(kind, number)


def _as_stored(value: object) -> Any:
    if isinstance(value, list):
        numbers = sorted(value)
        return numbers if connection.vendor == "postgresql" else json.dumps(numbers)
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value


class Prepared(Generic[M]):
    """A query over one model that takes values: `queryset` says it in Django's words. A value is a
    number, a game's or a row's id, unless its default names another kind: `str`, `datetime`, or
    `list`, numbers for `__among`.
    """

    def __init__(self, model: type[M], queryset: Callable[..., Any]) -> None:
        self._model = model
        self._queryset = queryset
        self._made: dict[str, _Made] = {}

    def rows(self, *values: object) -> list[M]:
        """The rows, as the queryset would find them."""
        return together((self, *values))[0]

    def statement(self, *values: object) -> tuple[str, list[Any]]:
        """Its SQL, with the values in their places."""
        made = self._made.get(connection.vendor) or self._make()
        return made.sql, [fixed if n is None else _as_stored(values[n]) for n, fixed in made.asks]

    def read(self, found: list[list[Any]]) -> list[M]:
        """The rows out of what the database gave."""
        made = self._made[connection.vendor]
        _convert(found, made.converters)
        return [self._row(made, row) for row in found]

    def columns(self, *values: object) -> list[list[Any]]:
        """What the database gives of the rows, with no model's object made of it."""
        return sent([self.statement(*values)])[0]

    def first(self, *values: object) -> M | None:
        """The first of them."""
        return next(iter(self.rows(*values)), None)

    def _row(self, made: _Made, values: Sequence[object]) -> M:
        row = self._model.from_db(connection.alias, made.names, values[: len(made.names)])
        for related in made.related:
            related.populate(values, row)
        for name, place in made.added.items():
            setattr(row, name, values[place])
        return row

    def _make(self) -> _Made:
        kinds = [one.default for one in inspect.signature(self._queryset).parameters.values()]
        stand_ins = [_stand_in(kind, place) for place, kind in enumerate(kinds)]
        sql, values, reading = self._compiled(*stand_ins)
        places = {repr(_as_stored(one)): place for place, one in enumerate(stand_ins)}
        asks = [(places.get(repr(+one if isinstance(one, int) else one)), one) for one in values]
        if {place for place, _ in asks if place is not None} != set(range(len(kinds))):
            raise ValueError(f"a prepared query that does not ask for all its values: {sql}")
        if any(place is None and _LONG_AGO in repr(value) for place, value in asks):
            raise ValueError(f"a prepared query that works out a time of another: {sql}")
        if connection.vendor == "postgresql":
            sql = executing(sql, self._model, asks, len(kinds))
            asks = [(place, None) for place in range(len(kinds))]
        made = self._made[connection.vendor] = _Made(sql, asks, *reading)
        return made

    def _compiled(self, *values: object) -> _Compiled:
        return _compiled(self._queryset(*values))


_Compiled = tuple[str, list[Any], tuple[Any, ...]]
"""The SQL of a queryset, its parameters, and how its rows are read: names, related rows, what is
added, converters.
"""


class Change(Prepared[M]):
    """A change of the rows of a queryset, sent with what is read after it: `queryset` gives the
    fields' new values as well.
    """

    def _compiled(self, *values: object) -> _Compiled:
        queryset, changes = self._queryset(*values)
        query: Any = queryset.query.chain(UpdateQuery)
        query.clear_ordering(force=True)
        query.add_update_values(changes)
        sql, parameters = query.get_compiler(connection=connection).as_sql()
        return f"{sql} RETURNING 1", list(parameters), ([], [], {}, [])

    def read(self, found: list[list[Any]]) -> list[M]:
        return []


class _Once(Prepared[M]):
    """A queryset with its values in it."""

    def statement(self, *values: object) -> tuple[str, list[Any]]:
        try:
            sql, parameters, reading = self._compiled()
        except EmptyResultSet:
            sql, parameters, reading = "SELECT 1 WHERE FALSE", [], ([], [], {}, [])
        self._made[connection.vendor] = _Made(sql, [], *reading)
        return sql, parameters


def at_once(*asked: models.QuerySet[Any]) -> list[list[Any]]:
    """The rows of each of these querysets, as `together` reads them."""
    return together(*((_Once(one.model, one.all),) for one in asked))


def _compiled(queryset: models.QuerySet[Any]) -> _Compiled:
    compiler = queryset.query.get_compiler(connection=connection)
    sql, parameters = compiler.as_sql()
    related: Any = get_related_populators
    info: Any = compiler.klass_info
    chosen: Any = compiler.select
    columns = [column for column, _, _ in chosen]
    reading = (
        [str(columns[place].target.attname) for place in info["select_fields"]],
        related(info, chosen, connection.alias),
        dict(compiler.annotation_col_map or {}),
        [(n, *found) for n, found in compiler.get_converters(columns).items()],
    )
    return sql, list(parameters), reading


def together(*asked: tuple[Any, ...]) -> list[list[Any]]:
    """The rows of several prepared queries, each with its values, one after another; PostgreSQL is
    sent all of them at once. Each sees what there is when the one before it is done, so that what
    is read behind a lock is read under it.
    """
    found = sent([query.statement(*values) for query, *values in asked])
    return [query.read(rows) for (query, *_), rows in zip(asked, found, strict=True)]


def _convert(rows: list[list[Any]], converters: list[tuple[int, list[Any], Any]]) -> None:
    for place, through, column in converters:
        for row in rows:
            for convert in through:
                row[place] = convert(row[place], column, connection)


# --- writing --------------------------------------------------------------------------------------


@cache
def _giving_back(
    model: type[models.Model], vendor: str, names: tuple[str, ...]
) -> tuple[str, list[tuple[int, list[Any], Any]]]:
    """What a statement gives back of each row that it writes, its primary key first, and how that
    is read.
    """
    columns = [model._meta.pk.get_col(model._meta.db_table)]
    columns += [_field(model, name).get_col(model._meta.db_table) for name in names]
    converters = []
    for place, column in enumerate(columns):
        field = column.target
        through = [
            *connection.ops.get_db_converters(column),
            *field.get_db_converters(connection),
        ]
        if through:
            converters.append((place, through, column))
    listed = ", ".join(connection.ops.quote_name(str(column.target.column)) for column in columns)
    return f"RETURNING {listed}", converters


def _field(model: type[models.Model], name: str) -> Any:
    return model._meta.get_field(name)


class _Written(NamedTuple):
    """A statement that writes rows and gives of each its primary key, and what it holds of the
    fields `back`.
    """

    sql: str
    values: list[Any]
    model: type[models.Model]
    back: tuple[str, ...]

    def statement(self) -> tuple[str, list[Any]]:
        giving_back, _ = _giving_back(self.model, connection.vendor, self.back)
        sql = changing(f"{self.sql} {giving_back}", self.model, len(self.values))
        return sql, self.values

    def read(self, found: list[list[Any]]) -> list[tuple[int, Held]]:
        """What the rows hold, by primary key."""
        _convert(found, _giving_back(self.model, connection.vendor, self.back)[1])
        return [(pk, dict(zip(self.back, held, strict=True))) for pk, *held in found]


@cache
def _inserting(model: type[models.Model], vendor: str, count: int) -> str:
    """The statement that inserts so many rows."""
    columns = [connection.ops.quote_name(str(field.column)) for field in _inserted(model)]
    row = f"({', '.join(['%s'] * len(columns))})"
    into = f"{connection.ops.quote_name(model._meta.db_table)} ({', '.join(columns)})"
    return f"INSERT INTO {into} VALUES {', '.join([row] * count)}"  # noqa: S608 - columns


@cache
def _inserted(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    return [field for field in model._meta.local_concrete_fields if not field.primary_key]


def fits(row: models.Model) -> bool:
    """Whether a statement made once says it all: for the one database, of values and no
    expressions.
    """
    return row._state.db in (None, connection.alias) and not any(
        hasattr(value, "resolve_expression") for value in vars(row).values()
    )


def can_insert(rows: Iterable[models.Model], using: str) -> bool:
    """Whether `insert` does with the rows what Django would do in the database of that name."""
    return using == connection.alias and all(row.pk is None and fits(row) for row in rows)


def insert(rows: Sequence[M], names: Sequence[str] = ()) -> list[Held]:
    """Insert new rows of one model, which get their primary keys from the database; what it holds
    of these fields then.
    """
    told: list[Held] = []
    for part in batched(rows):
        [found] = together((_insertion(part, names),))
        for row, (key, held) in zip(part, found, strict=True):
            row.pk = key
            row._state.adding, row._state.db = False, connection.alias
            told.append(held)
    return told


def insert_beside(rows: Sequence[models.Model], names: Sequence[str], new: Sequence[M]) -> None:
    """Insert a new row for each of these stored ones, of which these fields are written too."""
    for part, beside in zip(batched(rows), batched(new), strict=True):
        together((_insertion(beside),), (_update(part, names),))


def batched(rows: Sequence[M]) -> Iterator[Sequence[M]]:
    """As many rows as one statement writes."""
    return (rows[first : first + _AT_ONCE] for first in range(0, len(rows), _AT_ONCE))


def _insertion(rows: Sequence[Any], names: Sequence[str] = ()) -> _Written:
    model: Any = type(rows[0])
    for row in rows:
        row._prepare_related_fields_for_save(operation_name="bulk_create")
    values = [
        field.get_db_prep_save(field.pre_save(row, True), connection)
        for row in rows
        for field in _inserted(model)
    ]
    sql = _inserting(model, connection.vendor, len(rows))
    return _Written(sql, values, model, tuple(names))


class PreparedRows(models.QuerySet["Any"]):
    """Rows that are inserted by a statement made once, where the one database numbers them and
    nothing else is asked; else as Django inserts them.
    """

    def bulk_create(self, objs: Any, *args: Any, **options: Any) -> list[Any]:
        rows = list(objs)
        if args or options or not can_insert(rows, self.db):
            return super().bulk_create(rows, *args, **options)
        insert(rows)
        return rows


@cache
def _updating(
    model: type[models.Model],
    vendor: str,
    names: tuple[str, ...],
    only: tuple[str, ...],
    count: int,
) -> tuple[str, list[models.Field[Any, Any]]]:
    """The statement that writes these fields of so many rows, where they hold what `only` names."""
    quoted = connection.ops.quote_name
    fields: list[Any] = [model._meta.pk, *(model._meta.get_field(name) for name in names)]
    table, key = quoted(model._meta.db_table), quoted(str(model._meta.pk.column))
    row = ", ".join(_typed(field) for field in fields)
    values = ", ".join([f"({row})"] * count)
    columns = ", ".join(
        f"{quoted(str(field.column))} = new.column{n}" for n, field in enumerate(fields[1:], 2)
    )
    held = "".join(f" AND {quoted(str(_field(model, name).column))} = %s" for name in only)
    into = f"UPDATE {table} SET {columns} FROM (VALUES {values}) AS new"  # noqa: S608 - columns
    return f"{into} WHERE {table}.{key} = new.column1{held}", fields


def _typed(field: Any) -> str:
    """A value's place. PostgreSQL is told its kind, without a length, to which it would be cut."""
    kind = (field.cast_db_type(connection) or "").partition("(")[0]
    return f"%s::{kind}" if connection.vendor == "postgresql" else "%s"


def write_fields(
    rows: Sequence[models.Model],
    names: Sequence[str],
    back: Sequence[str] = (),
    only: Mapping[str, Any] | None = None,
) -> dict[int, Held]:
    """Write these fields of stored rows of one model in one statement; of each that was there, by
    its primary key, what it holds of the fields `back`. Only where a row holds what `only` says.
    """
    told: dict[int, Held] = {}
    for part in batched(rows):
        [found] = together((_update(part, names, back, only or {}),))
        told |= dict(found)
    return told


def _update(
    rows: Sequence[models.Model],
    names: Sequence[str],
    back: Sequence[str] = (),
    only: Mapping[str, object] = MappingProxyType({}),
) -> _Written:
    model = type(rows[0])
    sql, fields = _updating(model, connection.vendor, tuple(names), tuple(only), len(rows))
    values = [
        field.get_db_prep_save(field.pre_save(row, False), connection)
        for row in rows
        for field in fields
    ]
    values += [_field(model, name).get_db_prep_save(only[name], connection) for name in only]
    return _Written(sql, values, model, tuple(back))
