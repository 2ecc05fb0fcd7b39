"""Letters out: made ready, sent, completed."""

from __future__ import annotations

from celery import shared_task

from traders.domain.post import delivery
from worker.waking import wake

PORTION = 20
"""Letters of one task, through one connection."""


@shared_task(name="worker.tasks.post.sweep")
def sweep() -> None:
    """Send a portion of what is due; where there is more, another worker may begin with it
    meanwhile.
    """
    ids = delivery.due(PORTION)
    if len(ids) == PORTION:
        wake("worker.tasks.post.sweep")
    delivery.prepare_and_send(ids)
