"""How far it is from one planet to another (IT-FLY-02), and what a delivery between them pays."""

from __future__ import annotations

from traders.engines.imperial_trader.position.state import Place
from traders.engines.imperial_trader.sub_sector.chart_routes import (
    lanes_between,
    seen,
    shortest,
    spaces_to,
)
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import count, listed


def way(view: View, start: str, goal: str) -> str:
    """The course of fewest spaces, the planets on it, and the lanes that a delivery is paid for."""
    here = Place(start) if start else _own(view)
    known = seen(view)
    if here is None:
        return ""
    if here == Place(goal):
        return f"Your ship is at {goal}."
    try:
        far, planets = spaces_to(known, here, goal), shortest(known, here, goal)
    except Refusal as refusal:
        return refusal.text
    by = f", by way of {listed(planets[:-1])}" if planets[:-1] else ""
    begins = "From your ship" if here.to else f"From {here.planet}"
    told = f"{begins} to {goal}: {count(far, 'space')}{by}. A flight goes as many as you roll."
    if here.to:
        return told
    lanes = lanes_between(known, here.planet, goal)
    pay = count(lanes * tables().game.pay_per_lane, "credit")
    return f"{told} A delivery over {count(lanes, 'lane')} pays {pay}."


def _own(view: View) -> Place | None:
    """Where the view's seat has its ship; None where it has none."""
    for one in view["seats"]:
        if one["seat"] == view["seat"] and (one["planet"] or one["lane"]):
            return Place(*one["lane"]) if one["lane"] else Place(one["planet"])
    return None
