"""Tasks of deadlines."""

from __future__ import annotations

from celery import shared_task

from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.timeline import due_work_sweep as sweeping
from worker.sweep_wake_up import wake

PORTION = 10
"""Deadlines of one task: few enough that one which falls due meanwhile waits only a second or
two.
"""


@shared_task(name="worker.tasks.clock.sweep")
def sweep() -> None:
    """Carry out a portion of the due deadlines, and move a portion of those that an outage moves;
    calls the next task if there are more. What falls due looks at outages itself.
    """
    swept = sweeping.sweep(PORTION)
    if heartbeat_and_outages.move_portion() or swept.done + swept.moved >= PORTION // 2:
        wake("worker.tasks.clock.sweep")
