"""The end of the game and who wins it (TL-END)."""

from __future__ import annotations

from typing import Any

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Told
from traders.engines.kernel.steps.ended import ended
from traders.engines.traders_luck.events import tell
from traders.engines.traders_luck.position.state import Position


def winners(state: Position) -> list[Seat]:
    """Most credits (TL-SET-06, TL-END-05); cargo, ratings and equipment count for nothing
    (TL-END-06, BH-END-01). Of equals who spent fewer days; still equal, they share the victory
    (TL-END-07).
    """
    staying = [trader for trader in state.traders.values() if not trader.out]
    best = max((trader.credits, -trader.days) for trader in staying)
    return [trader.seat for trader in staying if (trader.credits, -trader.days) == best]


def reckon(state: Position, told: Told) -> list[Step]:
    """All have used their days or declared themselves finished (TL-END-01)."""
    won = winners(state)
    trader = state.traders[won[0]]
    reached: dict[str, Any] = {"credits": trader.credits, "days": trader.days}
    event = (
        tell("won", "TL-END-05", seat=won[0], **reached)
        if len(won) == 1
        else tell("shared", "TL-END-07", winners=won, **reached)
    )
    return ended(state, won, event, "money", told)
