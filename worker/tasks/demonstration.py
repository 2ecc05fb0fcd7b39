"""Tasks of the demonstration club."""

from __future__ import annotations

from celery import shared_task

from traders.club import demonstration_renewal
from worker.sweep_wake_up import wake


@shared_task(name="worker.tasks.demonstration.renew")
def renew() -> None:
    """Begin new games where those that were watched are over; only in the embedded set-up."""
    if demonstration_renewal.renew():
        wake("worker.tasks.bots.sweep")
