"""The one place for deadlines: sets, moves and clears them after each passage."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from traders.domain.course import Course, Patience
from traders.domain.passage import Passage
from traders.models import Game, Seat


def patience(game: Game, seats: Sequence[Seat], now: datetime) -> Patience:
    """What the clock says that the course must know."""
    return Patience()


def set_for(game: Game, seats: Sequence[Seat], course: Course, passage: Passage) -> datetime | None:
    """Set the deadlines of what play waits for now; returns when it falls due."""
    return None


def passed_at(game: Game, key: int) -> datetime | None:
    """When the interval or choice with that key passed."""
    return None


def give(game: Game, seat: str, time: timedelta) -> None:
    """More time for a seat (PR-REMEDY-06)."""
