"""Players of wood answer their letters."""

from __future__ import annotations

from celery import shared_task

from traders.domain import bots


@shared_task(name="worker.tasks.bots.answer")
def answer(ids: list[int]) -> None:
    """Answer letters that have come to bots."""
    for pk in ids:
        bots.answer(pk)


@shared_task(name="worker.tasks.bots.sweep")
def sweep() -> None:
    """Answer what has lain in the mailboxes long enough; a wake-up that was lost stops no game."""
    for pk in bots.waiting():
        bots.answer(pk)
