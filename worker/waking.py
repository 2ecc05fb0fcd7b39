"""Ringing for a sweep: after a commit, and by the beat. A sweep that waits in its queue already is
not rung for again.

A queue that is away is no harm: the sweeps find in the database what nobody was woken for.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

from celery import current_app
from celery.beat import ScheduleEntry, Scheduler
from celery.signals import task_prerun, worker_ready
from kombu.exceptions import OperationalError
from redis import Redis
from redis.exceptions import RedisError

from traders.domain.letters.written import letters_written
from traders.domain.operators import queue_server
from traders.domain.post.incoming.intake import arrived
from worker.queues import WAITS
from worker.schedule import SCHEDULE

log = logging.getLogger(__name__)


@cache
def bell() -> Redis | None:
    """The process's connection to the queue."""
    return queue_server.client()


def first(task: str) -> bool:
    """Whether no call of the task waits yet; from now on one does. False also where there is no
    queue.
    """
    redis = bell()
    return redis is not None and bool(redis.set(_waiting(task), 1, nx=True, ex=WAITS))


def wake(task: str) -> None:
    """Ring for a sweep by its name, unless one waits already; not where the queue is away."""
    waits = False
    try:
        waits = first(task)
        if waits:
            current_app.send_task(task, expires=WAITS)
    except (OperationalError, RedisError, OSError) as error:
        log.warning(
            "the queue is away (%s): the next sweep takes up what %s was to be told", error, task
        )
        if waits:
            _forget(task)  # the call was not sent: the beat rings at once, not after WAITS


@task_prerun.connect
def _taken_up(task: Any = None, **kwargs: Any) -> None:
    """The call waits no more: what is committed from now on rings again."""
    _forget(task.name)


@worker_ready.connect
def _begun(**kwargs: Any) -> None:
    """A worker has begun: what a killed one had taken off the queue is rung for again."""
    _forget(*(line["task"] for line in SCHEDULE.values()))


def _forget(*tasks: str) -> None:
    """No call of these tasks waits: the next one is sent."""
    redis = bell()
    try:
        if redis is not None:
            redis.delete(*map(_waiting, tasks))
    except (RedisError, OSError) as error:
        log.warning("the queue is away (%s)", error)


def _waiting(task: str) -> str:
    return f"waiting:{task}"


class Beat(Scheduler):
    """Celery's beat, in memory, that does not ring for what waits already."""

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Send a call of the entry's task, if none waits."""
        try:
            if not first(entry.task):
                return
        except (RedisError, OSError) as error:
            log.warning("the queue is away (%s): %s is not rung for", error, entry.task)
            return
        super().apply_entry(entry, producer=producer)


def _letters_written(ids: list[int], **kwargs: Any) -> None:
    wake("worker.tasks.post.sweep")


def _arrived(ids: list[int], **kwargs: Any) -> None:
    wake("worker.tasks.inbox.sweep")


def listen() -> None:
    """Connect to what the domain tells; called once, when the app is ready."""
    letters_written.connect(_letters_written, dispatch_uid="letters_written")
    arrived.connect(_arrived, dispatch_uid="arrived")
