"""How far it is from one world to another (ST-JUMP-01), with the odds of the best way."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.words import count, named
from traders.engines.star_traders.position.routes import UNREACHABLE, routes


def way(view: View, start: str, goal: str) -> str:
    """The jumps of the way on which the starting seat, else the view's, must expect the fewest
    attempts.
    """
    at = {one["seat"]: one["at"] for one in view["seats"]}
    here, there = at.get(start or view["seat"], start), at.get(goal, goal)
    if not here or not there:
        return ""
    whose = f"{named(goal)}'s ship is at {there}. " if goal in at else ""
    if here == there and not start:
        return f"{whose}Your ship is at {there}."
    ways = routes(view, start if start in at else view["seat"])
    if ways.cost(here, there) >= UNREACHABLE:
        return f"{whose}No way leads from {here} to {there}."
    far = f"{whose}From {here} to {there}: {count(ways.jumps(here, there), 'jump')}."
    if here == there:
        return far
    return f"{far} The odds to get so far without a failed jump: {ways.in_words(here, there)}."
