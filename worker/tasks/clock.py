"""Deadlines."""

from __future__ import annotations

from celery import shared_task

from traders.domain.timeline import sweep as sweeping
from worker.waking import wake

PORTION = 10
"""Deadlines of one task: short enough that one which falls due meanwhile is looked at within a
second or two.
"""


@shared_task(name="worker.tasks.clock.sweep")
def sweep() -> None:
    """Carry out a portion of what is due; rings for the next where there is more."""
    swept = sweeping.sweep(PORTION)
    if swept.done + swept.moved >= PORTION // 2:
        wake("worker.tasks.clock.sweep")
