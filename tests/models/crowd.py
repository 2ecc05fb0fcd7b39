"""A house with many games: every row that belongs to one game, many times over, written by the
database itself.
"""

from __future__ import annotations

from django.apps import apps
from django.db import connection, models

from traders.models import Game

STRIDE = 1_000_000
"""Between the ids of a copy and those of the copy before."""


def crowd(game: Game, copies: int) -> dict[str, int]:
    """Copy the game's rows so many times, their ids shifted, and let the planner count; how many
    rows each table has.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # no triggers, no keys
        for model in belonging():
            cursor.execute(_copied(model), [copies, *([game.pk] if model is Game else [])])
        cursor.execute("SET LOCAL session_replication_role = origin")
        counts = {}
        for model in belonging():
            cursor.execute(f"ANALYZE {model._meta.db_table}")
            counts[model._meta.db_table] = model._base_manager.count()
    return counts


def belonging() -> list[type[models.Model]]:
    """Games, and all whose rows belong to one, directly or by another."""
    found: list[type[models.Model]] = [Game]
    own = [
        model
        for app in ("traders", "arbitration")
        for model in apps.get_app_config(app).get_models()
    ]
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


def _copied(model: type[models.Model]) -> str:
    """The statement that writes the copies of a table's rows."""
    inside = belonging()
    columns, values = [], []
    for field in model._meta.concrete_fields:
        columns.append(f'"{field.column}"')
        value = f'one."{field.column}"'
        if field.primary_key or field.related_model in inside:
            value = f"{value} + {STRIDE} * copy"
        elif field.unique:
            value = f"{value} || '-' || copy"
        values.append(value)
    table = model._meta.db_table
    which = "WHERE one.id = %s" if model is Game else ""
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} "
        f"FROM {table} one, generate_series(1, %s) copy {which}"
    )
