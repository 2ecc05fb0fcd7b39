"""A turn that is ordered twice: cargo that may well not be sold is offered once more in the next
turn, without a letter that asks (PR-STANDING-04, TL-PBM-03).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from traders.bots.traders_luck import trip_choice
from traders.bots.traders_luck.situation import Mind, expands, foreseen
from traders.engines.traders_luck.position.display_names import units
from traders.engines.traders_luck.tables import tables


def once_more(mind: Mind, turn: Sequence[str]) -> tuple[str, ...]:
    """The line that orders this turn once more for the case that the cargo stays aboard; none where
    it is sold whatever the dice show, or another trip comes to more then.
    """
    trips = {f"travel {size.name}": size.days for size in tables().size}
    sure = any(order.startswith("sell illegal") for order in turn)
    if turn[0] not in trips or not mind.cargo or sure or not foreseen(mind) or expands(mind):
        return ()
    later = copy(mind)
    later.left -= trips[turn[0]]
    then = trip_choice.trip(later, [trip for trip, days in trips.items() if days < later.left])
    if then.split("\n")[0] != turn[0]:
        return ()
    held = sum(lot["n"] for lot in mind.cargo)
    return (f"again if {units(held, mind.kinds[0])} aboard",)
