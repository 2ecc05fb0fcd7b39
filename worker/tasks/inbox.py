"""Letters in: read what came."""

from __future__ import annotations

from celery import shared_task

from traders.domain.inbox import reading


@shared_task(name="worker.tasks.inbox.read")
def read(ids: list[int]) -> None:
    """Read letters just taken."""
    for pk in ids:
        reading.read(pk)


@shared_task(name="worker.tasks.inbox.sweep")
def sweep() -> None:
    """Read what nobody has read: woken again and again, so that a lost wake-up loses no letter."""
    for pk in reading.waiting_ids():
        reading.read(pk)
