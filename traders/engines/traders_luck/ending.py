"""The end of the game and who wins it (TL-END)."""

from __future__ import annotations

from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.ended import over
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import count, seats_listed
from traders.engines.traders_luck.state import Position


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
    who = seats_listed(won)
    verb = "wins" if len(won) == 1 else "share the victory"
    text = f"{who} {verb} with {count(trader.credits, 'credit')} in {count(trader.days, 'day')}."
    return over(state, won, text, "TL-END-05" if len(won) == 1 else "TL-END-07", "money", told)
