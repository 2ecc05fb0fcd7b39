"""Tasks of outgoing letters."""

from __future__ import annotations

from celery import shared_task

from traders.domain.calendar import clock
from traders.domain.post import delivery
from worker.sweep_wake_up import wake

PORTION = 20
"""Letters of one task, through one connection."""


@shared_task(name="worker.tasks.post.sweep")
def sweep() -> None:
    """Prepare and send a portion of the due letters; if there are more, another worker may begin
    with them meanwhile.
    """
    now = clock.running()
    ids = delivery.due(PORTION, now())
    if len(ids) == PORTION:
        wake("worker.tasks.post.sweep")
    delivery.prepare_and_send(ids, now)
