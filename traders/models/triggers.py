"""Triggers that keep fixed rows fixed in the database itself: they refuse UPDATE, DELETE, TRUNCATE
and REPLACE (PR-RECORD-02, PR-RECORD-04).

They are created after every migrate, since a change of schema on SQLite recreates the table and
drops them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connections, transaction

from traders.models.outgoing_letters import AS_IT_CAME

ALL = ("*",)


@dataclass(frozen=True, slots=True)
class Guard:
    """The columns of a table that never change. Its rows are never removed."""

    fixed: tuple[str, ...] = ALL
    """Columns that never change; `*`: all."""
    once: tuple[str, ...] = ()
    """Columns that are empty (null, or no text) until they are set once."""
    emptied: tuple[str, ...] = ()
    """Columns that may only be set to null, for a removed account (PR-RECORD-04)."""
    kept: str = ""
    """The column that, once set, fixes the row; "": fixed from the beginning."""


INSERT_ONLY = {
    "traders_entry": Guard(),
    "traders_evidencelink": Guard(),
    "traders_edition": Guard(),
    "traders_heartbeat": Guard(("since", "before")),
    "traders_press": Guard(),
    "traders_report": Guard(),
    "traders_sitting": Guard(
        ("seat_id", "since", "began"), once=("until", "ended"), emptied=("player_id",)
    ),
    "traders_sealed": Guard(
        ("game_id", "seat", "kind", "serial", "text", "condition", "made", "at", "source")
    ),
    "traders_proposal": Guard(
        ("game_id", "number", "seat", "kind", "data", "made"), once=("settled", "outcome")
    ),
    "traders_letter": Guard(
        (
            "game_id",
            "seat",
            "player_id",
            "entry",
            "key",
            "written",
            "message_id",
            "recipient",
            "raw",
            "accepted",
        ),
        kept="accepted",
    ),
    "traders_arrival": Guard((*AS_IT_CAME, "game_id", "seat_id", "moment"), kept="game_id"),
    "arbitration_claim": Guard(
        ("game_id", "number", "seat", "kind", "words", "order", "made", "entry")
    ),
    "arbitration_statement": Guard(),
    "arbitration_finding": Guard(),
    "arbitration_ruling": Guard(),
    "arbitration_opening": Guard(),
    "arbitration_caselook": Guard(),
    "arbitration_appeal": Guard(("claim_id", "seat", "words", "made", "answers_due")),
    "arbitration_asking": Guard(),
}
"""Tables that are only added to, or some columns of which never change."""

_LIFTED = "traders.lifted"
"""A setting of one PostgreSQL transaction: `on` within `lifted`."""
_FUNCTION = f"""
CREATE OR REPLACE FUNCTION traders_only_added_to() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
IF current_setting('{_LIFTED}', true) = 'on' THEN
IF TG_OP = 'DELETE' THEN RETURN OLD; ELSE RETURN NEW; END IF; END IF;
RAISE EXCEPTION 'PR-RECORD-02: % is only added to', TG_TABLE_NAME; END $$
"""


def put_in_place(sender: object = None, using: str = "default", **kwargs: object) -> None:
    """Create missing triggers. A `post_migrate` receiver; tables that do not exist yet are
    skipped.
    """
    connection = connections[using]
    if connection.vendor not in ("sqlite", "postgresql"):
        return
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        if connection.vendor == "postgresql":
            cursor.execute(_FUNCTION)
        for table, guard in INSERT_ONLY.items():
            if table in tables:
                for statement in (
                    _postgres(table, guard)
                    if connection.vendor == "postgresql"
                    else _sqlite(cursor, table, guard)
                ):
                    cursor.execute(statement)


@contextmanager
def lifted(using: str = "default") -> Iterator[None]:
    """Switch the triggers off for one transaction: for erasing a person (PR-RECORD-04) and for
    removing a demonstration game that bots played to its end, and nothing else.
    """
    connection = connections[using]
    with transaction.atomic(using=using), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"SET LOCAL {_LIFTED} = 'on'")
            yield
            cursor.execute(f"SET LOCAL {_LIFTED} = 'off'")
            return
        cursor.execute("SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'")
        for name, _ in [row for row in cursor.fetchall() if row[1] in INSERT_ONLY]:
            cursor.execute(f'DROP TRIGGER "{name}"')
        yield
        put_in_place(using=using)


def _changed(guard: Guard, differs: str) -> str:
    """The condition of a forbidden change; `differs` is the database's operator for different
    values, null included.
    """
    if guard.fixed == ALL:
        return ""
    fixed = [f'OLD."{column}" {differs} NEW."{column}"' for column in guard.fixed]
    once = [
        f'(OLD."{column}" IS NOT NULL AND CAST(OLD."{column}" AS text) <> \'\' AND '
        f'OLD."{column}" {differs} NEW."{column}")'
        for column in guard.once
    ]
    emptied = [
        f'(OLD."{column}" {differs} NEW."{column}" AND NEW."{column}" IS NOT NULL)'
        for column in guard.emptied
    ]
    kept = f'OLD."{guard.kept}" IS NOT NULL AND ' if guard.kept else ""
    return f"WHEN ({kept}({' OR '.join([*fixed, *once, *emptied])}))"


# --- each database --------------------------------------------------------------------------------


def _postgres(table: str, guard: Guard) -> Iterator[str]:
    action = "EXECUTE FUNCTION traders_only_added_to()"
    yield (
        f"CREATE OR REPLACE TRIGGER {table}_not_changed BEFORE UPDATE ON {table} FOR EACH ROW "
        f"{_changed(guard, 'IS DISTINCT FROM')} {action}"
    )
    kept = f'WHEN (OLD."{guard.kept}" IS NOT NULL)' if guard.kept else ""
    yield (
        f"CREATE OR REPLACE TRIGGER {table}_not_removed BEFORE DELETE ON {table} FOR EACH ROW "
        f"{kept} {action}"
    )
    yield (
        f"CREATE OR REPLACE TRIGGER {table}_never_emptied BEFORE TRUNCATE ON {table} FOR EACH "
        f"STATEMENT {action}"
    )


def _sqlite(cursor: object, table: str, guard: Guard) -> Iterator[str]:
    action = f"BEGIN SELECT RAISE(ABORT, 'PR-RECORD-02: {table} is only added to'); END"
    yield (
        f"CREATE TRIGGER IF NOT EXISTS {table}_not_changed BEFORE UPDATE ON {table} "
        f"{_changed(guard, 'IS NOT')} {action}"
    )
    kept = f'WHEN OLD."{guard.kept}" IS NOT NULL' if guard.kept else ""
    yield (
        f"CREATE TRIGGER IF NOT EXISTS {table}_not_removed BEFORE DELETE ON {table} {kept} {action}"
    )
    for place, same in enumerate(_keys(cursor, table)):
        counts = f' AND there."{guard.kept}" IS NOT NULL' if guard.kept else ""
        there = f"WHEN EXISTS (SELECT 1 FROM {table} AS there WHERE {same}{counts})"  # noqa: S608 - the schema's
        yield (
            f"CREATE TRIGGER IF NOT EXISTS {table}_not_replaced_{place} BEFORE INSERT ON "
            f"{table} {there} {action}"
        )


def _keys(cursor: Any, table: str) -> list[str]:
    """For each key of a table, the condition that a new row equals an existing one in it: REPLACE
    would silently remove that row.
    """
    cursor.execute(f'SELECT name FROM pragma_table_info("{table}") WHERE pk')  # noqa: S608 - the schema's
    found = [" AND ".join(f'there."{name}" = NEW."{name}"' for (name,) in cursor.fetchall())]
    cursor.execute(
        f'SELECT name FROM pragma_index_list("{table}") '  # noqa: S608
        "WHERE \"unique\" AND origin != 'pk' ORDER BY name"
    )
    for (index,) in cursor.fetchall():
        cursor.execute(f'SELECT name FROM pragma_index_info("{index}") ORDER BY seqno')  # noqa: S608
        same = [f'there."{name}" = NEW."{name}"' for (name,) in cursor.fetchall()]
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = %s", [index])
        _, _, condition = (cursor.fetchone()[0] or "").partition(" WHERE ")
        same += [
            re.sub(r'"(\w+)"', rf'{row}."\1"', condition) for row in ("there", "NEW") if condition
        ]
        found.append(" AND ".join(f"({part})" for part in same))
    return found


__all__ = ["INSERT_ONLY", "Guard", "lifted", "put_in_place"]
