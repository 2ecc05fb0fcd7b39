"""The operator is told what is stuck."""

from __future__ import annotations

from celery import shared_task

from traders.domain.operators import notices


@shared_task(name="worker.tasks.operators.tell")
def tell() -> None:
    """Write to the operator what is wrong, once an hour a kind."""
    notices.send()
