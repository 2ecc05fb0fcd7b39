"""Positions that play led to are sound, and what could never come about is told."""

from __future__ import annotations

import pytest

from tests.engines.unsound import is_told_alone
from traders.engines.traders_luck import ENGINE
from traders.engines.traders_luck.bounty_hunters.agenda_steps import Commitment
from traders.engines.traders_luck.position.state import Die, Lot, Planet

SEATS = ("red", "blue", "green")


def sound(**options):
    """A position in the middle of a game: red has come to a Small planet with cargo."""
    state = ENGINE.position(SEATS, {"bounty_hunters": True, **options}, {})
    dice = [
        *(Die("goods", "food") for _ in range(3)),
        Die("police", "no police"),
        *(Die("ship", "pirate") for _ in range(3)),
    ]
    state.planets = 2
    state.turn.planet = Planet(2, "small", dice, "red")
    state.traders["red"].cargo = [Lot("food", 2, 3, 1)]
    state.hunters["red"].missiles = 2
    return state


FAULTS = {
    "a debt": lambda state: setattr(state.traders["red"], "credits", -1),
    "days beyond the limit": lambda state: setattr(
        state.traders["red"], "days", state.options.days + 1
    ),
    "days given back": lambda state: setattr(state.traders["red"], "days", -1),
    "a larger bay": lambda state: setattr(state.traders["red"], "bay", 6),
    "a smaller bay": lambda state: setattr(state.traders["red"], "bay", 4),
    "more than the bay holds": lambda state: state.traders["red"].cargo.append(
        Lot("food", 4, 3, 1)
    ),
    "two goods aboard": lambda state: state.traders["red"].cargo.append(Lot("ore", 1, 3, 1)),
    "a strange good": lambda state: setattr(state.traders["red"], "cargo", [Lot("spice", 1, 3, 1)]),
    "less than a unit": lambda state: state.traders["red"].cargo.append(Lot("food", 0, 3, 1)),
    "cargo from a planet to come": lambda state: setattr(
        state.traders["red"].cargo[0], "origin", 3
    ),
    "who is out and is not": lambda state: (
        setattr(state.traders["red"], "out", True),
        setattr(state.traders["red"], "declared", True),
    ),
    "a die gone": lambda state: state.turn.planet.dice.pop(),
    "a face that no die has": lambda state: setattr(state.turn.planet.dice[0], "face", "pirate"),
    "a planet to come": lambda state: setattr(state.turn.planet, "number", 3),
    "less than no missile": lambda state: setattr(state.hunters["blue"], "missiles", -1),
    "piracy below nothing": lambda state: setattr(state.hunters["blue"], "piracy", -1),
    "sealed and not owned": lambda state: state.agenda.append(
        Commitment("red", "blue", sealed={"red": (3, 0)})
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_not_sound_is_told(fault):
    """TL-BUY-03, TL-END-02, TL-CAR-01, TL-CAR-02, TL-CAR-03, TL-ORD-06, TL-ROL-01, BH-RAT-01,
    BH-EQP-01, BH-CMB-01
    """
    is_told_alone(ENGINE, sound(), FAULTS[fault])


def test_a_growing_bay_ends_where_the_table_said():
    """TL-ECB-01, TL-ECB-06"""
    state = sound(cargo_bay=True, bay_limit=6)
    state.traders["red"].bay = 6
    assert ENGINE.flaws(state) == []
    state.traders["red"].bay = 7
    assert ENGINE.flaws(state) == ["red has a bay of 7"]


def test_with_free_trading_goods_lie_side_by_side():
    """TL-FBS-01"""
    state = sound(free_trading=True)
    state.traders["red"].cargo.append(Lot("ore", 1, 3, 1))
    assert ENGINE.flaws(state) == []
