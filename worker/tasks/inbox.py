"""Letters in: read what came."""

from __future__ import annotations

from celery import shared_task

from traders.domain.post.incoming import reading
from traders.domain.timeline import timeline
from worker.waking import wake

PORTION = 20
"""Letters of one task: short enough that those of other games come in between."""


@shared_task(name="worker.tasks.inbox.sweep")
def sweep() -> None:
    """Read a portion of what nobody has read; rings for the next where there is more."""
    ids = reading.waiting_ids(PORTION)
    if timeline.read_all(ids) and len(ids) == PORTION:
        wake("worker.tasks.inbox.sweep")
