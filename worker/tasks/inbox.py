"""Tasks of incoming letters."""

from __future__ import annotations

from celery import shared_task

from traders.domain.post.incoming import reading
from traders.domain.timeline import timeline
from worker.sweep_wake_up import wake

PORTION = 20
"""Letters of one task: few enough that letters of other games are not delayed."""


@shared_task(name="worker.tasks.inbox.sweep")
def sweep() -> None:
    """Read a portion of the unread letters; calls the next task if there are more."""
    ids = reading.waiting_ids(PORTION)
    if timeline.read_all(ids) and len(ids) == PORTION:
        wake("worker.tasks.inbox.sweep")
