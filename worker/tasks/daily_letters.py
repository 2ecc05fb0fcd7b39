"""Tasks of daily letters."""

from __future__ import annotations

from celery import shared_task

from traders.club.desk.morning_letter import desk_letters
from traders.domain.letters import daily_summaries
from worker.sweep_wake_up import wake


@shared_task(name="worker.tasks.daily_letters.write")
def write() -> None:
    """Write the daily summaries, and the desks' letters, that are due."""
    if any((daily_summaries(), desk_letters())):
        wake("worker.tasks.post.sweep")
