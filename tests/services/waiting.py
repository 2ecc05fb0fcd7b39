"""Waiting until something holds. The limit is far away: machines are busy, and what holds at last
costs nothing by it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from django.db import connection

FAR = 300.0
"""Seconds after which something that has to come is taken not to come."""


def until(
    holds: Callable[[], object],
    why: str | Callable[[], str],
    seconds: float = FAR,
    pace: float = 0.05,
) -> None:
    """Ask every `pace` seconds until it holds. `TimeoutError` with `why` when it never does."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(why if isinstance(why, str) else why())
        time.sleep(pace)


def until_somebody_waits() -> None:
    """Return when another connection to PostgreSQL waits for what this one's transaction holds."""
    waiting = (
        "SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    )

    def somebody() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(waiting)
            return cursor.fetchone() is not None

    until(somebody, "nobody waits")
