"""Letters out: made ready, sent, completed; digests."""

from __future__ import annotations

from celery import shared_task

from traders.domain import post
from traders.domain.letters import digest


@shared_task(name="worker.tasks.post.send")
def send(ids: list[int]) -> None:
    """Send letters just written, a connection for each batch of them."""
    for start in range(0, len(ids), post.BATCH):
        post.prepare_and_send(ids[start : start + post.BATCH])


@shared_task(name="worker.tasks.post.sweep")
def sweep() -> None:
    """Send what is due: deferred letters, those of dead workers, and those that nobody was woken for."""
    while post.sweep() == post.BATCH:
        pass


@shared_task(name="worker.tasks.post.digests")
def digests() -> None:
    """Write the daily digests that are due, and send them."""
    send(digest())
