"""Which trader is nearest to winning: the richest, where all may see that (TL-REC-03)."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.contract.nearest_to_winning import Nearest, foremost
from traders.engines.kernel.words import count
from traders.engines.traders_luck.tables import tables

STOP = "Only a richer trader stops it."
"""Nobody can take credits (TL-END-05)."""
ROBBED = "A richer trader stops it, or an attack for {whose} cargo."
"""With the expansion (BH-CMB-04)."""


def nearest(view: View) -> Nearest | None:
    """The trader with the most credits; None where each alone knows their own."""
    if "private_cash" in view["options"]:
        return None
    seats = foremost(view, lambda one: int(one["credits"]), tables().start.credits)
    if not seats:
        return None
    first = next(one for one in view["seats"] if one["seat"] == seats[0])
    has = count(first["credits"], "credit")
    if len(seats) == 1:
        has += f", {count(first['left'], 'day') if first['left'] else 'no day'} left"
    return Nearest(seats, has, ROBBED if "bounty_hunters" in view["options"] else STOP)
