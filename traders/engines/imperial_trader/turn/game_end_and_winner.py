"""The end of the game and who wins it (IT-WIN-01, IT-PBM-05)."""

from __future__ import annotations

from typing import Any

from traders.engines.imperial_trader.events import tell
from traders.engines.imperial_trader.position.state import Captain, Position
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.steps.agenda import Step, Told
from traders.engines.kernel.steps.ended import ended


def goal(state: Position, captain: Captain, told: Told) -> list[Step]:
    """The first to have 100 credits wins, and the game stops at once (IT-OBJ-02, IT-WIN-01)."""
    if captain.credits < tables().game.goal:
        return []
    event = tell("won", "IT-WIN-01", seat=captain.seat, credits=captain.credits)
    return ended(state, [captain.seat], event, "goal", told)


def reckon(state: Position, told: Told) -> list[Step]:
    """After the last round the richest, then the sounder ship, then shared (IT-PBM-05)."""
    staying = [captain for captain in state.captains.values() if not captain.out]
    best = max((captain.credits, captain.damage) for captain in staying)
    won = [captain.seat for captain in staying if (captain.credits, captain.damage) == best]
    reached: dict[str, Any] = {"rounds": state.round, "credits": best[0]}
    event = (
        tell("won-by-rounds", "IT-PBM-05", seat=won[0], **reached)
        if len(won) == 1
        else tell("shared", "IT-PBM-05", winners=won, **reached)
    )
    return ended(state, won, event, "rounds", told)
