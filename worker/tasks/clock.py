"""What wakes the clock."""

from __future__ import annotations

from celery import shared_task

from traders.domain import heartbeat
from traders.domain import sweep as sweeping


@shared_task(name="worker.tasks.clock.sweep")
def sweep() -> None:
    """Carry out what is due."""
    while True:
        swept = sweeping.sweep()
        if swept.done + swept.moved < sweeping.BATCH // 2:
            return


@shared_task(name="worker.tasks.clock.beat")
def beat() -> None:
    """The server lives (PR-MAIL-03)."""
    heartbeat.beat()
