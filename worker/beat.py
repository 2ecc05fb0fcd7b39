"""Celery's beat, without calls for tasks that wait already; what clears a call's mark; and the
workers, who ring for themselves while no beat is heard.
"""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from math import ceil
from threading import Thread
from typing import Any

from celery.beat import ScheduleEntry, Scheduler
from celery.signals import task_prerun, worker_ready

from traders.domain.operators import queue_server
from worker.schedule import SCHEDULE
from worker.waking import first, forget, wake

log = logging.getLogger(__name__)

HEARD = 20
"""Seconds after which a beat that rang for nothing is taken for dead: it rings each second."""
EVERY = 5.0
"""Seconds between two looks of a worker for the beat."""


@task_prerun.connect
def clear_on_start(task: Any = None, **kwargs: Any) -> None:
    """Clear the mark when a task starts: whatever is committed from now on calls again."""
    forget(task.name)


@worker_ready.connect
def clear_on_worker_start(**kwargs: Any) -> None:
    """Clear all marks when a worker starts, since a killed one may have taken calls off the
    queue.
    """
    forget(*(line["task"] for line in SCHEDULE.values()))


class Beat(Scheduler):
    """Celery's beat, in memory, without calls for tasks that wait already."""

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Send a call of the entry's task, unless one waits."""
        try:
            _is_heard()
            if not first(entry.task):
                return
        except queue_server.Away as error:
            log.warning("the queue is away (%s): %s is not rung for", error, entry.task)
            return
        super().apply_entry(entry, producer=producer)


def _is_heard() -> None:
    redis = queue_server.connection()
    if redis is not None:
        redis.renew(queue_server.BEAT, HEARD)


def stand_in() -> None:
    """Ring in the beat's place if none is heard: once in a line's time, however many workers look.
    A beat that stopped, or hangs, costs seconds, and no deadline.
    """
    redis = queue_server.connection()
    with suppress(queue_server.Away):  # which `/health` tells
        if redis is None or redis.stands(queue_server.BEAT):
            return
        for line in SCHEDULE.values():
            if redis.mark(f"rung:{line['task']}", ceil(line["schedule"])):
                wake(line["task"])


@worker_ready.connect
def keep_ringing(**kwargs: Any) -> None:
    """A worker looks for the beat as long as it runs, in a thread of its own. One that starts
    beside it is waited for.
    """
    with suppress(queue_server.Away):
        _is_heard()
    Thread(target=_look_on, name="stand-in", daemon=True).start()


def _look_on() -> None:
    while True:
        time.sleep(EVERY)
        stand_in()
