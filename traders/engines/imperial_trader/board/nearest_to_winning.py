"""Which captain is nearest to winning: by credits, and what a delivery aboard pays (IT-WIN)."""

from __future__ import annotations

from traders.engines.imperial_trader.position.view_types import CaptainSeen
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.contract.nearest_to_winning import Nearest, foremost
from traders.engines.kernel.words import count

STOP = "A wreck of {whose} ship would stop it."
LAST = "The richest wins after this round."
"""In the last round (IT-PBM-05)."""


def nearest(view: View) -> Nearest | None:
    """The captain with the most credits; of equals, the one whose cargo aboard pays more."""
    seats = foremost(view, lambda one: (one["credits"], _coming(one)), (tables().game.credits, 0))
    if not seats:
        return None
    first = next(one for one in view["seats"] if one["seat"] == seats[0])
    rest = view["goal"] - first["credits"]
    coming = _coming(first)
    aboard = f", {coming} more aboard" if coming else ""
    wins = " and wins" if coming and coming >= rest else ""
    has = f"{first['credits']} of {count(view['goal'], 'credit')}{aboard}{wins}"
    last = view["round"] == view["rounds"] and not wins
    return Nearest(seats, has, LAST if last else STOP)


def _coming(captain: CaptainSeen) -> int:
    """What the best of the cargoes aboard pays."""
    return max((order["pay"] for order in captain["orders"] if order["aboard"]), default=0)
