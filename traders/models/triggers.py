"""Entries are insert-only in the database too: triggers refuse UPDATE, DELETE and TRUNCATE (PR-RECORD-02).

Put in place after every migrate, since a change of schema on SQLite makes the table anew and drops them.
"""

from __future__ import annotations

from typing import Any

from django.db import connections

INSERT_ONLY = ("traders_entry",)

_SQLITE = """
CREATE TRIGGER IF NOT EXISTS {table}_no_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, 'PR-RECORD-02: {table} is only added to'); END
"""
_POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION traders_only_added_to() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'PR-RECORD-02: % is only added to', TG_TABLE_NAME; END $$
"""
_POSTGRES = """
CREATE OR REPLACE TRIGGER {table}_only_added_to BEFORE UPDATE OR DELETE ON {table}
FOR EACH ROW EXECUTE FUNCTION traders_only_added_to();
CREATE OR REPLACE TRIGGER {table}_never_emptied BEFORE TRUNCATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION traders_only_added_to()
"""


def put_in_place(sender: Any = None, using: str = "default", **kwargs: Any) -> None:
    """Create the triggers that are not there. A `post_migrate` receiver; does nothing before the tables exist."""
    connection = connections[using]
    tables = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for table in INSERT_ONLY:
            if table not in tables:
                continue
            if connection.vendor == "sqlite":
                for verb in ("UPDATE", "DELETE"):
                    cursor.execute(_SQLITE.format(table=table, verb=verb))
            elif connection.vendor == "postgresql":
                cursor.execute(_POSTGRES_FUNCTION)
                cursor.execute(_POSTGRES.format(table=table))
