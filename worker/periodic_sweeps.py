"""Sweeps in time: each worker rings for them, in a thread of its own. Who is first rings for all;
a worker that stopped costs nothing while another runs.

A sweep that finds nothing due costs one query, and every sweep is idempotent. At most one call of a
task waits (worker/sweep_wake_up.py), so that a worker that was away finds no heap of them.
"""

from __future__ import annotations

import logging
import os
import signal
import time
from collections.abc import Collection
from contextlib import suppress
from threading import Thread
from typing import Any

from celery.signals import task_prerun, task_revoked, worker_ready
from celery.worker import state

from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.operators import redis_connection
from worker.sweep_wake_up import forget, wake

log = logging.getLogger(__name__)

SCHEDULE = {
    "worker.tasks.clock.sweep": 1,
    "worker.tasks.bots.sweep": 1,
    "worker.tasks.inbox.sweep": 5,
    "worker.tasks.post.sweep": 5,
    "worker.tasks.notifications.sweep": 5,
    "worker.tasks.seasons.sweep": 5,
    "worker.tasks.operators.tell": 30,
    "worker.tasks.notifications.rooms": 60,
    "worker.tasks.demonstration.renew": 60,
    "worker.tasks.operators.tally": 60,
    "worker.tasks.operators.erase": 300,
    "worker.tasks.daily_letters.write": 600,
}
"""Each task with the seconds between two calls."""
DEAF = 30.0
"""Seconds for which calls wait and a worker has nothing in hand, until it ends itself."""


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
def keep_ringing(sender: Any = None, **kwargs: object) -> None:
    """Ring as long as the worker runs."""
    served = frozenset(sender.app.amqp.queues.consume_from)
    Thread(target=_ring_on, args=(served,), name="ringing", daemon=True).start()


def _ring_on(served: Collection[str] = ()) -> None:
    heard = time.monotonic()
    while True:
        try:
            ring()
            if not _goes_unheard(served):
                heard = time.monotonic()
            elif time.monotonic() - heard > DEAF:
                log.error("this worker hears no calls any more, and ends: it is begun anew")
                os.kill(os.getpid(), signal.SIGTERM)
                heard = time.monotonic()
        except Exception:
            log.warning("the sweeps could not be rung for", exc_info=True)
        time.sleep(1)


def _goes_unheard(served: Collection[str]) -> bool:
    """Whether calls wait in a queue that this worker serves, while it has nothing in hand: Celery
    may not listen again after its connection to Redis was lost.
    """
    redis = redis_connection.connection()
    if redis is None or state.reserved_requests or state.active_requests:
        return False
    with suppress(redis_connection.Away), heartbeat_and_outages.UNFORKED:
        lengths = redis.lengths()
        return any(lengths.get(name) for name in served)
    return False


def ring() -> None:
    """Call each sweep whose time has come, once, however many workers ring."""
    redis = redis_connection.connection()
    with suppress(redis_connection.Away):  # which `/health` tells
        for task, seconds in SCHEDULE.items():
            with heartbeat_and_outages.UNFORKED:  # a fork waits for one call at most
                if redis is not None and redis.mark(f"rung:{task}", seconds):
                    wake(task)
