"""Letters: one passage through the door gives a seat at most one."""

from __future__ import annotations

from collections.abc import Sequence

from traders.domain.passage import Passage
from traders.models import Game, Seat


def write(game: Game, seats: Sequence[Seat], passage: Passage) -> list[int]:
    """Write the letters of a passage; returns their ids."""
    return []
