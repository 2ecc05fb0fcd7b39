"""Tasks of daily summaries."""

from __future__ import annotations

from celery import shared_task

from traders.domain.letters import daily_summaries
from worker.waking import wake


@shared_task(name="worker.tasks.digests.write")
def write() -> None:
    """Write the daily summaries that are due."""
    if daily_summaries():
        wake("worker.tasks.post.sweep")
