"""Calls of sweeps, after a commit and in time (worker/periodic_sweeps.py). While a call waits in
its queue no second one is sent.

An absent queue does no harm: the sweeps find in the database whatever no call announced. Celery is
loaded at the first call: most commands make none.
"""

from __future__ import annotations

import logging

from traders.domain.letters.worker_wake_up import letters_written
from traders.domain.operators import redis_connection
from traders.domain.post.incoming.intake import arrived
from worker.queues import WAITS

log = logging.getLogger(__name__)


def first(task: str) -> bool:
    """Mark the task as called; True if no call waited yet. False also without a queue."""
    redis = redis_connection.connection()
    return redis is not None and redis.mark(_key(task), WAITS)


def wake(task: str) -> None:
    """Call a sweep by its name, unless a call waits already or the queue is away."""
    is_first = False
    try:
        is_first = first(task)
        if is_first:
            _send(task)
    except redis_connection.Away as error:
        log.warning(
            "the queue is away (%s): the next sweep takes up what %s was to be told", error, task
        )
        if is_first:
            forget(task)  # the call was not sent: the next may be at once, not only after WAITS


def _send(task: str) -> None:
    # imported here, as the head of the file says
    from kombu.exceptions import OperationalError  # noqa: PLC0415

    from worker.celery import app  # noqa: PLC0415

    try:
        app.send_task(task, expires=WAITS)
    except (OperationalError, OSError) as error:
        raise redis_connection.Away(str(error)) from error


def forget(*tasks: str) -> None:
    """Clear the marks of these tasks, so that the next call is sent."""
    redis = redis_connection.connection()
    try:
        if redis is not None:
            redis.unmark(map(_key, tasks))
    except redis_connection.Away as error:
        log.warning("the queue is away (%s)", error)


def _key(task: str) -> str:
    return f"waiting:{task}"


def _letters_written(ids: list[int], **kwargs: object) -> None:
    wake("worker.tasks.post.sweep")


def _arrived(ids: list[int], **kwargs: object) -> None:
    wake("worker.tasks.inbox.sweep")


def listen() -> None:
    """Connect to the domain's signals; called once, when the app is ready."""
    letters_written.connect(_letters_written, dispatch_uid="letters_written")
    arrived.connect(_arrived, dispatch_uid="arrived")
