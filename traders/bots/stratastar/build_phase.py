"""A bot's Build phase: colonies, Fleets that are supported, guards for the Homeworld, then what
saved cards pay for.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.bots.stratastar import movement_phase
from traders.bots.stratastar.unseen_cards_and_assaults import Prospect

FRONT = 3
"""A colony so near to a foe's Homeworld is worth a Stargate."""


def build(mind: Prospect, orders: Sequence[str]) -> str:
    """One thing more, or the end of the phase."""
    for wanted in (
        _colony,
        _breakthrough,
        _guard,
        _fleet,
        _stargate,
        _terraform,
    ):
        if found := wanted(mind, orders):
            return found
    return "next"


def _guard(mind: Prospect, orders: Sequence[str]) -> str:
    """Fleets for the Homeworld where it is in danger, supported or not: they last until the next
    own Support phase.
    """
    if mind.guard <= mind.ships_at(mind.home) or not mind.home:
        return ""
    return "warfleet" if "warfleet" in orders else "build fleet" if "build fleet" in orders else ""


def _fleet(mind: Prospect, orders: Sequence[str]) -> str:
    """As many as are supported; a card is kept for each Fleet that is about to land."""
    if mind.worth("build", research=False) <= sum(
        way.steps <= mind.moves for way in movement_phase.ways(mind)[:1]
    ):
        return ""
    return _supported(mind, orders)


def _terraform(mind: Prospect, orders: Sequence[str]) -> str:
    """What five cards bring where no World is left to settle."""
    wait = movement_phase.ways(mind) or (mind.free and mind.lot("terraform") < 0.7)
    return "" if wait else _first(mind, orders, "terraform")


def _first(mind: Prospect, orders: Sequence[str], verb: str) -> str:
    return min((order for order in orders if order.startswith(verb)), key=mind.lot, default="")


def _colony(mind: Prospect, orders: Sequence[str]) -> str:
    return _first(mind, orders, "colonize") or _first(mind, orders, "ally at")


def _breakthrough(mind: Prospect, orders: Sequence[str]) -> str:
    return "breakthrough" if "breakthrough" in orders else ""


def _supported(mind: Prospect, orders: Sequence[str]) -> str:
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


def _stargate(mind: Prospect, orders: Sequence[str]) -> str:
    """At the colony nearest to a foe's Homeworld, where no own Stargate is nearer already."""
    far = mind.near(foe["homeworld"] for foe in mind.foes if foe["homeworld"])
    now = min((far.get(gate, 99) for gate in mind.me["stargates"]), default=99)
    found = [
        order
        for order in orders
        if order.startswith("stargate") and far.get(order.split()[-1], 99) < now - FRONT
    ]
    return min(found, key=lambda order: far.get(order.split()[-1], 99), default="")
