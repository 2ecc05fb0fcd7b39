"""A bot's Build phase: colonies first, then abilities, then Fleets as far as they are supported,
then Stargates and second colonies.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.bots.stratastar.situation import Mind

FRONT = 3
"""A colony so near to a foe's Homeworld is worth a Stargate."""


def build(mind: Mind, orders: Sequence[str]) -> str:
    """One thing more, or the end of the phase."""
    for wanted in (colony, breakthrough, fleet, stargate, terraform):
        found = wanted(mind, orders)
        if found:
            return found
    return "planning" if "planning" in orders and mind.view["discard"][-1] == "research" else "next"


def _first(mind: Mind, orders: Sequence[str], verb: str) -> str:
    return min((order for order in orders if order.startswith(verb)), key=mind.lot, default="")


def colony(mind: Mind, orders: Sequence[str]) -> str:
    return _first(mind, orders, "colonize") or _first(mind, orders, "ally at")


def breakthrough(mind: Mind, orders: Sequence[str]) -> str:
    return "breakthrough" if "breakthrough" in orders else ""


def fleet(mind: Mind, orders: Sequence[str]) -> str:
    """Warfleets where they can be had; a Fleet nearer to the front by Expansion."""
    n = sum(mind.me["fleets"].values()) + sum(mind.me["warfleets"].values())
    if n >= mind.me["support"]:
        return ""
    if "warfleet" in orders and (not mind.free or n >= 2):
        return "warfleet"
    goals = mind.free or [foe["homeworld"] for foe in mind.foes if foe["homeworld"]]
    far = mind.near(goals)
    found = [order for order in orders if order.startswith("build fleet")]
    return min(
        found,
        key=lambda order: far.get(
            order.split()[-1] if " at " in order else mind.me["homeworld"], 99
        ),
        default="",
    )


def stargate(mind: Mind, orders: Sequence[str]) -> str:
    """At the colony nearest to a foe's Homeworld, where no own Stargate is nearer already."""
    far = mind.near(foe["homeworld"] for foe in mind.foes if foe["homeworld"])
    now = min((far.get(gate, 99) for gate in mind.me["stargates"]), default=99)
    found = [
        order
        for order in orders
        if order.startswith("stargate") and far.get(order.split()[-1], 99) < now - FRONT
    ]
    return min(found, key=lambda order: far.get(order.split()[-1], 99), default="")


def terraform(mind: Mind, orders: Sequence[str]) -> str:
    return "" if mind.free and mind.lot("terraform") < 0.7 else _first(mind, orders, "terraform")
