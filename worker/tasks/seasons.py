"""Tasks of seasons."""

from __future__ import annotations

from celery import shared_task

from traders.club.seasons import drawing, entering, rounds


@shared_task(name="worker.tasks.seasons.sweep")
def sweep() -> None:
    """Make the draws that were asked for, begin the rounds whose time has come, ask who plays."""
    for season in drawing.waiting():
        drawing.work(season)
    rounds.sweep()
    entering.remind()
