"""Celery's beat, without calls for tasks that wait already; what clears a call's mark."""

from __future__ import annotations

import logging
from typing import Any

from celery.beat import ScheduleEntry, Scheduler
from celery.signals import task_prerun, worker_ready

from traders.domain.operators import queue_server
from worker.schedule import SCHEDULE
from worker.waking import first, forget

log = logging.getLogger(__name__)


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
            if not first(entry.task):
                return
        except queue_server.Away as error:
            log.warning("the queue is away (%s): %s is not rung for", error, entry.task)
            return
        super().apply_entry(entry, producer=producer)
