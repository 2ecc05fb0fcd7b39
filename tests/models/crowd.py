"""A house with many games: every row that belongs to one game, many times over, written by the
database itself; and many more games of other people, of which nothing but their seats is there.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.apps import apps
from django.db import connection, models

from traders.models import Arrival, Deadline, Entry, Game, Letter, Player, Sealed, Seat, Sitting

STRIDE = 100_000
"""Between the ids of a copy and those of the copy before."""


def crowd(game: Game, copies: int, others: int) -> dict[str, int]:
    """Copy the game's rows so many times, and its seats alone for so many others; let the planner
    count. How many rows each table has.
    """
    tables: list[type[models.Model]] = [*belonging(), Player]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # no triggers, no keys
        for model in belonging():
            which = "WHERE one.id = %(game)s" if model is Game else ""
            instead = _SENT if model is Letter else {}
            cursor.execute(_copied(model, 1, copies, which, instead), {"game": game.pk})
        for model, instead in _OF_OTHERS.items():
            statement = _copied(model, copies + 1, copies + others, _of_game(model), instead)
            cursor.execute(statement, {"game": game.pk})
        cursor.execute("SET LOCAL session_replication_role = origin")
        counts = {}
        for model in tables:
            cursor.execute(f"ANALYZE {model._meta.db_table}")
            counts[model._meta.db_table] = model._base_manager.count()
    return counts


def multiplied(row: models.Model, times: int, **instead: str) -> None:
    """Write so many copies of a row; `instead`: what stands in columns that differ, as SQL."""
    statement = _copied(type(row), 1, times, "WHERE one.id = %(row)s", instead)
    with connection.cursor() as cursor:
        cursor.execute(statement, {"row": row.pk})


def belonging() -> list[type[models.Model]]:
    """Games, and all whose rows belong to one, directly or by another."""
    found: list[type[models.Model]] = [Game]
    own = [
        model
        for app in ("traders", "arbitration")
        for model in apps.get_app_config(app).get_models()
    ]
    found += [Letter, Arrival]  # most of them belong to one, too
    for _ in own:
        for model in own:
            if model not in found and any(one.related_model in found for one in _needed(model)):
                found.append(model)
    return found


def _needed(model: type[models.Model]) -> list[models.Field]:
    """Fields that lead to the row to which this one belongs."""
    return [
        field
        for field in model._meta.concrete_fields
        if field.many_to_one or field.one_to_one
        if not field.null
    ]


_LAST = "(SELECT max(player_id) FROM traders_seat WHERE game_id = %(game)s)"
_WAITS, _OVER = "copy %% 50 = 0", "copy %% 2 = 1"
_WHO = f"{_LAST} + copy * {STRIDE}"
_MOVED = "one.moved - copy * interval '1 minute'"
_SENT = {
    "status": "'sent'",
    "written": "one.written - interval '9 days'",
    "accepted": "one.written - interval '9 days'",
    "next_try": "NULL",
    "facts": "'{}'",
    "raw": "NULL",
}
_OF_OTHERS: dict[type[models.Model], dict[str, str]] = {
    Player: {"display_name": "'Player ' || copy"},
    Game: {
        "position": "NULL",
        "course": "NULL",
        "phase": f"CASE WHEN {_WAITS} THEN 'gathering' WHEN {_OVER} THEN 'over' ELSE 'playing' END",
        "number": f"CASE WHEN {_WAITS} THEN 0 ELSE one.number END",
        "moved": f"CASE WHEN {_WAITS} THEN NULL ELSE {_MOVED} END",
        "ended": f"CASE WHEN {_OVER} THEN {_MOVED} END",
    },
    Seat: {"player_id": f"CASE WHEN {_WAITS} AND one.place > 0 THEN NULL ELSE {_WHO} END"},
    Sitting: {"player_id": _WHO},
    Letter: {**_SENT, "player_id": _WHO},
    Arrival: {},
    Entry: {},
    Deadline: {"done_at": "one.set_at"},
    Sealed: {},
}
"""What is written of games of others, and how it differs: half of them are over, one in fifty waits
for players. Of what there is much of a game a few rows are enough.
"""


def _of_game(model: type[models.Model]) -> str:
    """Which rows are the game's."""
    if model is Game:
        return "WHERE one.id = %(game)s"
    if model is Player:
        return f"WHERE one.id = {_LAST}"
    if model is Sitting:
        return "WHERE one.seat_id IN (SELECT id FROM traders_seat WHERE game_id = %(game)s)"
    few = f"SELECT id FROM {model._meta.db_table} WHERE game_id = %(game)s ORDER BY id LIMIT 4"
    return f"WHERE one.id IN ({few})"


def _copied(
    model: type[models.Model], first: int, last: int, which: str, instead: Mapping[str, str]
) -> str:
    """The statement that writes the copies of these rows of a table, from the first number to the
    last; `instead`: what stands in columns that differ.
    """
    inside = [*belonging(), model]
    columns, values = [], []
    for field in model._meta.concrete_fields:
        columns.append(f'"{field.column}"')
        value = f'one."{field.column}"'
        if field.primary_key or field.related_model in inside:
            value = f"{value} + {STRIDE} * copy"
        elif field.unique:
            value = f"{value} || '-' || copy"
        values.append(instead.get(field.column, value))
    table = model._meta.db_table
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} "
        f"FROM {table} one, generate_series({first}, {last}) copy {which}"
    )
