"""The Redis server that keeps the task queues."""

from __future__ import annotations

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry


def client() -> Redis | None:
    """A client that fails at once if Redis is away: Celery's own retries for seconds, in which a
    page would wait. None without REDIS_URL.
    """
    if not settings.REDIS_URL:
        return None
    return Redis.from_url(
        settings.REDIS_URL, retry=Retry(NoBackoff(), 0), socket_connect_timeout=1, socket_timeout=1
    )
