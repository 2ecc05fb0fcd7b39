"""Positions that play led to are sound, and what could never come about is told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engines.unsound import is_told_alone
from traders.engines.imperial_trader import ENGINE
from traders.engines.imperial_trader.position.state import Fallen, Frontier, Place, War

SEATS = ("red", "blue")


def sound() -> Any:
    """A position in the middle of a game: red flies with cargo, a world is at war."""
    state = ENGINE.position(SEATS, {"shifting_imperium": True}, {})
    order = state.deck.pop()
    red = state.captains["red"]
    red.orders, red.cargo, red.delayed = [order], [order], [order]
    lane = state.chart.lanes[0]
    red.at = Place(lane.a, lane.b, lane.spaces)
    state.wars.append(War(state.chart.planets[0].name, state.round + 1))
    return state


def all_closed(state: Any) -> None:
    state.fallen = [Fallen(one.name, "aliens") for one in state.chart.planets[1:]]


FAULTS = {
    "an order gone": lambda state: state.deck.pop(),
    "an order twice": lambda state: state.deck.append(state.deck[0]),
    "a debt": lambda state: setattr(state.captains["red"], "credits", -1),
    "a hundred credits and no victory": lambda state: setattr(
        state.captains["red"], "credits", 100
    ),
    "too many orders": lambda state: state.captains["blue"].orders.extend(
        state.deck.pop() for _ in range(2)
    ),
    "cargo without an order": lambda state: state.captains["blue"].cargo.append(state.deck[0]),
    "cargo twice": lambda state: state.captains["red"].cargo.append(state.captains["red"].cargo[0]),
    "war pay for nothing": lambda state: state.captains["blue"].delayed.append(state.deck[0]),
    "more damage points than there are": lambda state: setattr(state.captains["red"], "damage", 7),
    "a wreck that flies": lambda state: setattr(state.captains["red"], "damage", 0),
    "too many actions": lambda state: setattr(state.captains["red"], "actions", 9),
    "an upgrade twice": lambda state: state.captains["red"].upgrades.extend(["spirits", "spirits"]),
    "a ship off the chart": lambda state: setattr(state.captains["red"], "at", Place("Nowhere")),
    "a ship off its lane": lambda state: setattr(
        state.captains["red"], "at", Place(state.chart.lanes[0].a, state.chart.lanes[0].b, 99)
    ),
    "a world closed twice": lambda state: state.fallen.append(Fallen(state.wars[0].at, "aliens")),
    "a strange world closed": lambda state: state.fallen.append(Fallen("Nowhere", "aliens")),
    "a world revealed twice": lambda state: state.frontier.extend(
        [Frontier("Ashfall"), Frontier("Ashfall")]
    ),
    "a war without end": lambda state: setattr(state.wars[0], "until", state.round - 1),
    "too many worlds closed": all_closed,
    "a round too many": lambda state: (
        setattr(state, "round", state.options.rounds + 1),
        state.wars.clear(),
    ),
    "who is out and is not": lambda state: setattr(state.captains["red"], "out", True),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_not_sound_is_told(fault):
    """IT-ORD-01, IT-DEA-04, IT-WRK-01, IT-DMG-01, IT-SHP-04, IT-SHP-09, IT-MAP-05, IT-SHF-03,
    IT-SHF-06, IT-WIN-01, IT-PBM-05
    """
    is_told_alone(ENGINE, sound(), FAULTS[fault])
