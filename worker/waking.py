"""Calls of sweeps, after a commit and by the beat. While a call waits in its queue no second one is
sent.

An absent queue does no harm: the sweeps find in the database whatever no call announced.
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

from traders.domain.letters.worker_wake_up import letters_written
from traders.domain.operators import queue_server
from traders.domain.post.incoming.intake import arrived
from worker.queues import WAITS
from worker.schedule import SCHEDULE

log = logging.getLogger(__name__)


@cache
def queue_connection() -> Redis | None:
    """The process's connection to the queue; None if there is no queue."""
    return queue_server.client()


def first(task: str) -> bool:
    """Mark the task as called; True if no call waited yet. False also without a queue."""
    redis = queue_connection()
    return redis is not None and bool(redis.set(_key(task), 1, nx=True, ex=WAITS))


def wake(task: str) -> None:
    """Call a sweep by its name, unless a call waits already or the queue is away."""
    is_first = False
    try:
        is_first = first(task)
        if is_first:
            current_app.send_task(task, expires=WAITS)
    except (OperationalError, RedisError, OSError) as error:
        log.warning(
            "the queue is away (%s): the next sweep takes up what %s was to be told", error, task
        )
        if is_first:
            _forget(
                task
            )  # the call was not sent: the beat may send it at once, not only after WAITS


@task_prerun.connect
def _clear_on_start(task: Any = None, **kwargs: Any) -> None:
    """Clear the mark when a task starts: whatever is committed from now on calls again."""
    _forget(task.name)


@worker_ready.connect
def _clear_on_worker_start(**kwargs: Any) -> None:
    """Clear all marks when a worker starts, since a killed one may have taken calls off the
    queue.
    """
    _forget(*(line["task"] for line in SCHEDULE.values()))


def _forget(*tasks: str) -> None:
    """Clear the marks of these tasks, so that the next call is sent."""
    redis = queue_connection()
    try:
        if redis is not None:
            redis.delete(*map(_key, tasks))
    except (RedisError, OSError) as error:
        log.warning("the queue is away (%s)", error)


def _key(task: str) -> str:
    return f"waiting:{task}"


class Beat(Scheduler):
    """Celery's beat, in memory, without calls for tasks that wait already."""

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Send a call of the entry's task, unless one waits."""
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
    """Connect to the domain's signals; called once, when the app is ready."""
    letters_written.connect(_letters_written, dispatch_uid="letters_written")
    arrived.connect(_arrived, dispatch_uid="arrived")
