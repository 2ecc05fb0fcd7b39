"""Tasks of seasons and ladders."""

from __future__ import annotations

from functools import partial

from celery import shared_task

from traders.club.fault_isolation import by_itself
from traders.club.ladders import ladder_maintenance
from traders.club.seasons import registration, round_start, season_draw


@shared_task(name="worker.tasks.seasons.sweep")
def sweep() -> None:
    """Make the draws that were asked for, begin the rounds whose time has come, ask who plays; move
    people on ladders.
    """
    for season in season_draw.waiting():
        by_itself(f"the draw of season {season}", partial(season_draw.work, season))
    round_start.sweep()
    registration.remind()
    ladder_maintenance.sweep()
