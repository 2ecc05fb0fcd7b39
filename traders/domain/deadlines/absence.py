"""Seats that say nothing: when they are absent (PR-SEAT-05)."""

from __future__ import annotations

from traders.domain.people import seating
from traders.domain.settings import game_settings
from traders.models import Game, Seat


def is_absent(seat: Seat, game: Game) -> bool:
    """Whether the seat does not count in votes: nobody holds it, or the clock ended as many of its
    last turns as its game's settings say (PR-SEAT-05).
    """
    return (
        seat.left is not None
        or seating.is_vacant(seat)
        or seat.timeouts >= game_settings.of(game).asked_after
    )
