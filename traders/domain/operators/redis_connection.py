"""The Redis server that keeps the task queues: what this house asks of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache

from django.conf import settings

NAMES: list[str] = []
"""The queues by name; the layer that has them enters them at its start."""


class Away(Exception):
    """Redis does not answer, or refuses."""


class QueueServer:
    """A connection that fails at once if Redis is away: Celery's own retries for seconds, in which
    a page would wait. Every method may raise `Away`.
    """

    def __init__(self, url: str) -> None:
        # imported here: no command but those that wake a worker needs its 60 modules
        from redis import Redis  # noqa: PLC0415
        from redis.backoff import NoBackoff  # noqa: PLC0415
        from redis.exceptions import RedisError  # noqa: PLC0415
        from redis.retry import Retry  # noqa: PLC0415

        self._errors = (RedisError, OSError)
        self._redis = Redis.from_url(
            url, retry=Retry(NoBackoff(), 0), socket_connect_timeout=1, socket_timeout=1
        )

    @contextmanager
    def _answering(self) -> Iterator[None]:
        try:
            yield
        except self._errors as error:
            raise Away(str(error)) from error

    def mark(self, key: str, seconds: int) -> bool:
        """Set a mark that lasts so long; False if it stands already."""
        with self._answering():
            return bool(self._redis.set(key, 1, nx=True, ex=seconds))

    def unmark(self, keys: Iterable[str]) -> None:
        """Take marks away."""
        with self._answering():
            self._redis.delete(*keys)

    def count(self, key: str, seconds: int) -> int:
        """Count one more, and return how many there are; the count lasts so long."""
        with self._answering(), self._redis.pipeline() as both:
            both.incr(key)
            both.expire(key, seconds)
            made: int = both.execute()[0]
            return made

    def lengths(self) -> dict[str, int]:
        """How many tasks wait in each queue."""
        with self._answering():
            self._redis.ping()
            return {name: int(self._redis.llen(name)) for name in NAMES}

    def close(self) -> None:
        """Give the connection back."""
        self._redis.close()


def client() -> QueueServer | None:
    """A new connection; None without REDIS_URL."""
    return QueueServer(settings.REDIS_URL) if settings.REDIS_URL else None


@cache
def connection() -> QueueServer | None:
    """The process's own connection; None without REDIS_URL."""
    return client()
