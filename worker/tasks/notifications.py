"""Tasks of being told beside mail."""

from __future__ import annotations

from celery import shared_task

from traders.club import chat_room_hook
from traders.domain.post.notifications import sending
from worker.sweep_wake_up import wake


@shared_task(name="worker.tasks.notifications.sweep")
def sweep() -> None:
    """Send a portion of the messages to web hooks and browsers; calls the next task if there are
    more.
    """
    if sending.sweep() == sending.PORTION:
        wake("worker.tasks.notifications.sweep")


@shared_task(name="worker.tasks.notifications.rooms")
def rooms() -> None:
    """Queue what is new in each club for its chat room."""
    chat_room_hook.sweep()
