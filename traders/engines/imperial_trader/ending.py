"""The end of the game and who wins it (IT-WIN-01, IT-PBM-05)."""

from __future__ import annotations

from traders.engines.imperial_trader.state import Captain, Position
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.ended import over
from traders.engines.kernel.words import named, seats_listed


def goal(state: Position, captain: Captain, told: Told) -> list[Step]:
    """The first to have 100 credits wins, and the game stops at once (IT-OBJ-02, IT-WIN-01)."""
    if captain.credits < tables().game.goal:
        return []
    text = f"{named(captain.seat)} has {captain.credits} credits and wins."
    return over(state, [captain.seat], text, "IT-WIN-01", "goal", told)


def reckon(state: Position, told: Told) -> list[Step]:
    """After the last round the richest, then the sounder ship, then shared (IT-PBM-05)."""
    staying = [captain for captain in state.captains.values() if not captain.out]
    best = max((captain.credits, captain.damage) for captain in staying)
    won = [captain.seat for captain in staying if (captain.credits, captain.damage) == best]
    who = seats_listed(won)
    text = (
        f"{who} {'wins' if len(won) == 1 else 'share the victory'} after {state.round} rounds "
        f"with {best[0]} credits."
    )
    return over(state, won, text, "IT-PBM-05", "rounds", told)
