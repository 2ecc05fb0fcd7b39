"""Tasks of bots."""

from __future__ import annotations

from celery import shared_task

from traders.domain.bots import mailbox


@shared_task(name="worker.tasks.bots.sweep")
def sweep() -> None:
    """Answer the letters to bots that are due."""
    for pk in mailbox.due():
        mailbox.answer(pk)
