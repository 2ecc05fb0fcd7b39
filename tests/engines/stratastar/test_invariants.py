"""Positions that play led to are sound, and what could never come about is told."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.engines.unsound import is_told_alone
from traders.engines.stratastar import ENGINE
from traders.engines.stratastar.position.agenda_steps import Commitment, DealInterval
from traders.engines.stratastar.position.state import Ship, Treaty
from traders.engines.stratastar.tables import full_deck

SEATS = ("red", "blue", "green")


def sound(**options: Any) -> Any:
    """A position in which all cards and chits are where they may be."""
    deck = full_deck(power=False)
    for name, n in (("attack", 3), ("move", 2)):
        for _ in range(n):
            deck.remove(name)
    start = {
        "stage": "trade",
        "map": {
            "d4": "world",
            "e5": "nebula",
            "f6": "supernova",
            "c4": "black hole",
            "g7": "world",
        },
        "deck": deck,
        "red": {
            "hand": {"attack": 3},
            "fleets": {"d4": 2},
            "colonies": {"d4": 1},
            "stargates": ["a1", "d4"],
        },
        "blue": {"hand": {"move": 2}},
    }
    return ENGINE.position(SEATS, options, start)


def _one_world_wins(state: Any) -> None:
    state.options = msgspec.structs.replace(state.options, worlds=1)


FAULTS = {
    "a card gone": lambda state: state.deck.pop(),
    "a card twice": lambda state: state.discard.append("research"),
    "less than no card": lambda state: (
        state.empires["green"].hand.update({"attack": -1}),
        state.deck.append("attack"),
    ),
    "half a card too many": lambda state: state.empires["red"].spare.update({"move": 2}),
    "an eleventh Fleet": lambda state: state.empires["red"].ships.extend(
        Ship("d4") for _ in range(9)
    ),
    "two Stargates in a space": lambda state: state.empires["red"].stargates.append("d4"),
    "a colony in the void": lambda state: state.empires["red"].colonies.update({"e4": 1}),
    "a World of three colonies": lambda state: (
        state.empires["red"].colonies.update({"d4": 2})
        or state.empires["blue"].colonies.update({"d4": 1})
    ),
    "a Fleet in a nebula": lambda state: state.empires["red"].ships.append(Ship("e5")),
    "a Fleet in a black hole": lambda state: state.empires["red"].ships.append(Ship("c4")),
    "a Fleet off the board": lambda state: state.empires["red"].ships.append(Ship("k1")),
    "a Homeworld in the void": lambda state: setattr(state.empires["red"], "homeworld", "b2"),
    "two Homeworlds in a corner": lambda state: setattr(
        state.empires["red"], "homeworld", state.empires["blue"].homeworld
    ),
    "a fifth black hole": lambda state: state.map.update(
        {f"f{n}": "black hole" for n in range(1, 5)}
    ),
    "a chit off the board": lambda state: state.map.update({"a11": "world"}),
    "an ability twice": lambda state: state.empires["red"].abilities.extend(["piracy", "piracy"]),
    "a Treaty with oneself": lambda state: state.treaties.append(Treaty({"red": 2})),
    "a Treaty without end": lambda state: state.treaties.append(Treaty({"red": 9, "blue": 2})),
    "a Treaty that has ended": lambda state: state.treaties.append(Treaty({"red": 0, "blue": 0})),
    "a half acquaintance": lambda state: state.empires["red"].met.append("blue"),
    "who is out and is not": lambda state: setattr(state.empires["green"], "out", True),
    "a second free move": lambda state: setattr(state.turn, "free_moves", 2),
    "four cards thrown away": lambda state: setattr(state.turn, "retooled", 4),
    "enough Worlds and no victory": _one_world_wins,
    "a card sealed twice": lambda state: state.agenda.append(
        Commitment(["d4", "g7"], sealed={"red": {"d4": {"attack": 2}, "g7": {"attack": 2}}})
    ),
    "a sealed card gone under a bargain": lambda state: state.agenda.extend(
        [Commitment(["d4"], sealed={"red": {"d4": {"attack": 4}}}), DealInterval(["blue"])]
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_not_sound_is_told(fault):
    """SS-DEC-01, SS-CHT-01, SS-CHT-02, SS-BLD-03, SS-BLD-05, SS-BLD-07, SS-MAP-02, SS-MOV-04,
    SS-TRY-01, SS-TRY-02, SS-PBM-05, SS-VIC-05
    """
    is_told_alone(ENGINE, sound(), FAULTS[fault])


@pytest.mark.parametrize("code", ["wormholes", "nebulous_navigation"])
def test_an_ability_opens_its_hazard_alone(code):
    """SS-WRM-03, SS-NEB-01"""
    open_, shut = {"wormholes": ("f6", "e5"), "nebulous_navigation": ("e5", "f6")}[code]
    state = sound(abilities=[code])
    state.empires["red"].ships.append(Ship(open_))
    assert ENGINE.flaws(state) == []
    state.empires["red"].ships.append(Ship(shut))
    assert len(ENGINE.flaws(state)) == 1


def test_a_fleet_in_the_unknown_is_told():
    """SS-XPL-02"""
    state = sound(exploration=True)
    state.empires["red"].ships.append(Ship("h3"))
    assert ENGINE.flaws(state) == ["red is in the unknown at h3"]
