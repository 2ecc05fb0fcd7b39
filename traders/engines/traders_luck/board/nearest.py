"""Which trader is nearest to winning: the richest, where all may see that (TL-REC-03)."""

from __future__ import annotations

from traders.engines.kernel.contract import View
from traders.engines.kernel.nearest import Nearest, foremost
from traders.engines.kernel.words import count


def nearest(view: View) -> Nearest | None:
    """The trader with the most credits; None where each alone knows their own."""
    if "private_cash" in view["options"]:
        return None
    seats = foremost(view, lambda one: one["credits"])
    if not seats:
        return None
    first = next(one for one in view["seats"] if one["seat"] == seats[0])
    has = count(first["credits"], "credit")
    if len(seats) == 1:
        has += f", {first['left']} of {view['days']} days left"
    return Nearest(seats, has)
