"""Tasks of notices to the operator."""

from __future__ import annotations

from celery import shared_task

from traders.domain.operators import notices


@shared_task(name="worker.tasks.operators.tell")
def tell() -> None:
    """Write to the operator about problems, at most once an hour for each kind."""
    notices.send()
