"""The master's Build phase: colonies, Fleets that are supported, guards for the Homeworld, then
what saved cards pay for.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.bots.stratastar import build_phase
from traders.bots.stratastar.master import marches
from traders.bots.stratastar.master.situation import Prospect


def build(mind: Prospect, orders: Sequence[str]) -> str:
    """One thing more, or the end of the phase."""
    for wanted in (
        build_phase.colony,
        build_phase.breakthrough,
        _guard,
        _fleet,
        build_phase.stargate,
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
        way.steps <= mind.moves for way in marches.ways(mind)[:1]
    ):
        return ""
    return build_phase.fleet(mind, orders)


def _terraform(mind: Prospect, orders: Sequence[str]) -> str:
    """What five cards bring where no World is left to settle."""
    return "" if marches.ways(mind) else build_phase.terraform(mind, orders)
