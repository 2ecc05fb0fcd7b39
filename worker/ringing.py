"""Sweeps in time: each worker rings for them, in a thread of its own. Who is first rings for all;
a worker that stopped costs nothing while another runs.

A sweep that finds nothing due costs one query, and every sweep is idempotent. At most one call of a
task waits (worker/waking.py), so that a worker that was away finds no heap of them.
"""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from threading import Thread
from typing import Any

from celery.signals import task_prerun, task_revoked, worker_ready

from traders.domain.deadlines import heartbeat
from traders.domain.operators import queue_server
from worker.waking import forget, wake

log = logging.getLogger(__name__)

SCHEDULE = {
    "worker.tasks.clock.sweep": 1,
    "worker.tasks.bots.sweep": 1,
    "worker.tasks.inbox.sweep": 5,
    "worker.tasks.post.sweep": 5,
    "worker.tasks.telling.sweep": 5,
    "worker.tasks.seasons.sweep": 5,
    "worker.tasks.operators.tell": 30,
    "worker.tasks.telling.rooms": 60,
    "worker.tasks.demonstration.renew": 60,
    "worker.tasks.operators.tally": 60,
    "worker.tasks.operators.erase": 300,
    "worker.tasks.digests.write": 600,
}
"""Each task with the seconds between two calls."""


@task_prerun.connect
@task_revoked.connect
def clear_when_taken_up(sender: Any = None, **kwargs: Any) -> None:
    """Clear the mark when a task starts, or was called too long ago, as it seems where this
    machine's clock is ahead: whatever is committed from now on calls again.
    """
    forget(sender.name)


@worker_ready.connect
def clear_on_worker_start(**kwargs: object) -> None:
    """Clear all marks when a worker starts, since a killed one may have taken calls off the
    queue.
    """
    forget(*SCHEDULE)


@worker_ready.connect
def keep_ringing(**kwargs: object) -> None:
    """Ring as long as the worker runs."""
    Thread(target=_ring_on, name="ringing", daemon=True).start()


def _ring_on() -> None:
    while True:
        try:
            ring()
        except Exception:
            log.warning("the sweeps could not be rung for", exc_info=True)
        time.sleep(1)


def ring() -> None:
    """Call each sweep whose time has come, once, however many workers ring."""
    redis = queue_server.connection()
    with suppress(queue_server.Away):  # which `/health` tells
        for task, seconds in SCHEDULE.items():
            with heartbeat.UNFORKED:  # a fork waits for one call at most
                if redis is not None and redis.mark(f"rung:{task}", seconds):
                    wake(task)
