"""What a reader missed: the moves since the last look at a game."""

from __future__ import annotations

from dataclasses import dataclass

from traders.web.game_page_context import ENTRIES_SHOWN, GamePage


@dataclass(frozen=True)
class Missed:
    """Moves that the reader has not seen."""

    first: int
    moves: int


def missed(table: GamePage, since: int) -> Missed | None:
    """The moves after entry `since`, if another seat moved in them; 0: the reader never looked."""
    steps = [step for step in table.told if step.number > since] if since else []
    others = any(step.seat not in ("", table.seat) for step in steps)
    if not others and len(steps) < ENTRIES_SHOWN:
        return None
    return Missed(since + 1, table.game.number - since)
