"""Whether a database is alive: a process of the server was heard in it a moment ago, or others than
this process are connected to it.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import connection

from traders.domain.calendar import clock, durations
from traders.domain.deadlines import heartbeat_and_outages

_OTHERS = """
    SELECT pid, usename, application_name FROM pg_stat_activity
    WHERE datname = current_database() AND pid != pg_backend_pid()
      AND (usename = current_user OR backend_xid IS NOT NULL)
    ORDER BY pid
"""
"""Sessions of the server's own role, and whoever else is writing."""


def uses(now: datetime | None = None) -> list[str]:
    """Who uses the database, a sentence each with what to stop; none of a copy that was brought
    back and lies still.
    """
    now = now or clock.now()
    return [*_heard(now), *_connected()]


def _heard(now: datetime) -> list[str]:
    span = heartbeat_and_outages.latest()
    if span is None or not timedelta(0) <= now - span.until <= heartbeat_and_outages.MISSING:
        return []
    ago = durations.words(timedelta(seconds=round((now - span.until).total_seconds())))
    return [
        f"A process of the server was heard in this database {ago} ago: it is no copy, or the "
        "server runs. Stop it (`systemctl stop traders.target 'traders-*'`) and bring the copy "
        "back. Of a copy younger than a minute, wait until the minute is over."
    ]


def _connected() -> list[str]:
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute(_OTHERS)
        found = cursor.fetchall()
    return [
        f"{name or 'A program without a name'} ({user}, process {pid} of PostgreSQL) is connected "
        "to this database: end it."
        for pid, user, name in found
    ]
