"""Wakes workers after a commit. A queue that is away is no harm: the sweeps find in the database what nobody was woken for."""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from traders.domain.desk import letters_written
from traders.domain.inbox.edge import arrived
from traders.domain.postoffice import for_a_bot

log = logging.getLogger(__name__)


@cache
def bell() -> Redis | None:
    """A connection that says at once whether the queue is there: Celery's own tries for seconds, in which a page would wait."""
    if not settings.REDIS_URL:
        return None
    return Redis.from_url(settings.REDIS_URL, retry=Retry(NoBackoff(), 0), socket_connect_timeout=1, socket_timeout=1)


def wake(task: str, ids: list[int]) -> None:
    """Hand ids to a task by its name; where the queue is away, at once not."""
    redis = bell()
    try:
        if redis:
            redis.ping()
        current_app.send_task(task, [ids])
    except (OperationalError, RedisError, OSError) as error:
        log.warning("the queue is away (%s): the next sweep takes up what %s was to be told", error, task)


def _letters_written(ids: list[int], **kwargs: Any) -> None:
    wake("worker.tasks.post.send", ids)


def _arrived(ids: list[int], **kwargs: Any) -> None:
    wake("worker.tasks.inbox.read", ids)


def _for_a_bot(letter_id: int, **kwargs: Any) -> None:
    if not settings.BOT_PACE:  # else the sweep takes it up when it has lain long enough
        wake("worker.tasks.bots.answer", [letter_id])


def listen() -> None:
    """Connect to what the domain tells; called once, when the app is ready."""
    letters_written.connect(_letters_written, dispatch_uid="letters_written")
    arrived.connect(_arrived, dispatch_uid="arrived")
    for_a_bot.connect(_for_a_bot, dispatch_uid="for_a_bot")
