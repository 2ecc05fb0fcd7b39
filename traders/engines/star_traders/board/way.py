"""How far it is from one world to another (ST-JUMP-01), with the odds of the best way."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.words import count
from traders.engines.star_traders.position.routes import UNREACHABLE, routes


def way(view: View, start: str, goal: str) -> str:
    """The jumps of the way on which the view's seat must expect the fewest attempts."""
    own = next((one["at"] for one in view["seats"] if one["seat"] == view["seat"]), "")
    here = start or own
    ways = routes(view, view["seat"])
    if not here:
        return ""
    if here == goal:
        return f"Your ship is at {goal}."
    if ways.cost(here, goal) >= UNREACHABLE:
        return f"No way leads from {here} to {goal}."
    far = count(ways.jumps(here, goal), "jump")
    return (
        f"From {here} to {goal}: {far}. The odds to get so far without a failed jump: "
        f"{ways.in_words(here, goal)}."
    )
