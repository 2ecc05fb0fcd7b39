"""How many requests a token may make in a minute, told in headers (RateLimit, RateLimit-Policy).

The counts are in Redis, for all web processes together: reading writes nothing to the database.
Without Redis, and while it is away, each process counts in its own memory. What is written has
quotas of its own, which count rows.
"""

from __future__ import annotations

from functools import cache as cache_for_good
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from traders.domain.calendar import clock
from traders.domain.operators import queue_server
from traders.models import ApiToken

WINDOW = 60
"""Seconds over which requests are counted."""


class Left(NamedTuple):
    """What is left of a token's requests: how many, and seconds until all are there again."""

    requests: int
    seconds: int


def count(request: HttpRequest, token: ApiToken) -> bool:
    """Count a request; False where the token has made its last one of this minute."""
    minute, second = divmod(int(clock.now().timestamp()), WINDOW)
    key = f"api.{token.pk}.{minute}"
    made = _together(key) or _alone(key)
    left = Left(max(0, settings.QUOTA_API - made), WINDOW - second)
    request.META[_LEFT] = left
    return made <= settings.QUOTA_API


def _together(key: str) -> int | None:
    """The requests counted by all processes, this one among them; None where Redis is away."""
    redis = _connection(settings.REDIS_URL)
    if redis is None:
        return None
    try:
        return redis.count(key, 2 * WINDOW)
    except queue_server.Away:
        return None


@cache_for_good
def _connection(url: str) -> queue_server.QueueServer | None:
    """This process's connections to Redis at that address; None where there is none."""
    return queue_server.client() if url else None


def _alone(key: str) -> int:
    """The requests that this process alone has counted."""
    cache.add(key, 0, 2 * WINDOW)
    try:
        return cache.incr(key)
    except ValueError:  # the cache was full and dropped it meanwhile
        return 1


def headers_of(request: HttpRequest) -> dict[str, str]:
    """The headers of an answer to a request that was counted."""
    left: Left | None = request.META.get(_LEFT)
    if left is None:
        return {}
    return {
        "RateLimit-Policy": f'"token";q={settings.QUOTA_API};w={WINDOW}',
        "RateLimit": f'"token";r={left.requests};t={left.seconds}',
    }


def again_in(request: HttpRequest) -> int:
    """Seconds after which a request that was one too many may be made again."""
    left: Left = request.META[_LEFT]
    return left.seconds


_LEFT = "traders.api.left"
