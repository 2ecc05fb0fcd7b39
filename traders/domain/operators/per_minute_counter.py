"""What is asked for in a minute, counted.

The counts are in Redis, for all web processes together: reading writes nothing to the database.
Without Redis, and while it is away, each process counts in its own memory.
"""

from __future__ import annotations

from functools import cache as cache_for_good
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache

from traders.domain.calendar import clock
from traders.domain.operators import redis_connection

WINDOW = 60
"""Seconds over which is counted."""


class Counted(NamedTuple):
    """How often in this minute, this time among them, and seconds until it is over."""

    times: int
    seconds: int


def count(name: str) -> Counted:
    """Count once more what has this name."""
    minute, second = divmod(int(clock.now().timestamp()), WINDOW)
    key = f"{name}.{minute}"
    return Counted(_together(key) or _alone(key), WINDOW - second)


def _together(key: str) -> int | None:
    """As all processes have counted; None where Redis is away."""
    redis = _connection(settings.REDIS_URL)
    if redis is None:
        return None
    try:
        return redis.count(key, 2 * WINDOW)
    except redis_connection.Away:
        return None


@cache_for_good
def _connection(url: str) -> redis_connection.QueueServer | None:
    """This process's connections to Redis at that address; None where there is none."""
    return redis_connection.client() if url else None


def _alone(key: str) -> int:
    """As this process alone has counted."""
    cache.add(key, 0, 2 * WINDOW)
    try:
        return cache.incr(key)
    except ValueError:  # the cache was full and dropped it meanwhile
        return 1
