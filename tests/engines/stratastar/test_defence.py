"""Defend the Homeworld! (SS-DEF)"""

from __future__ import annotations

from typing import Any

import pytest

from traders.engines.kernel.contract.bearing_on_interval import Bearing, bearing_of
from traders.engines.kernel.contract.contract import Interval
from traders.engines.kernel.refusal import Refusal
from traders.engines.stratastar import ENGINE


def at(stage: str, **red: Any) -> Any:
    return ENGINE.position(
        ("red", "blue"),
        {},
        {"stage": stage, "red": {"abilities": ["defend_homeworld"], "hand": {"move": 5}, **red}},
    )


def test_fleets_are_called_home_in_the_own_movement_too():
    """In any player's Movement phase (SS-DEF-02)."""
    state = at("movement", fleets={"d4": 2, "g7": 1})
    assert "defend" in {offer.order for offer in ENGINE.offers(state, "red")}
    ENGINE.play(state, "red", ENGINE.read(state, "red", "defend with 2 from d4"))
    now = ENGINE.written(state)
    assert (now["red"]["fleets"]["a1"], now["red"]["fleets"]["g7"], now["stage"]) == (
        2,
        1,
        "movement",
    )


@pytest.mark.parametrize("stage", ["draw", "trade", "build"])
def test_in_no_other_phase_of_the_own_turn(stage):
    state = at(stage, fleets={"d4": 2})
    assert "defend" not in {offer.order for offer in ENGINE.offers(state, "red")}
    with pytest.raises(Refusal) as refused:
        ENGINE.play(state, "red", ENGINE.read(state, "red", "defend"))
    assert refused.value.rules == ("SS-DEF-02",)


def test_nobody_is_called_home_who_is_there():
    state = at("movement", fleets={"a1": 2})
    with pytest.raises(Refusal) as refused:
        ENGINE.play(state, "red", ENGINE.read(state, "red", "defend"))
    assert refused.value.rules == ("SS-DEF-01",)


@pytest.mark.parametrize(("hand", "bears"), [({"move": 5}, True), ({"move": 4, "trade": 3}, False)])
def test_who_could_not_pay_is_not_asked(hand: dict[str, int], bears: bool):
    """The window is open to all who might, by what lies open (PR-INTERVAL-04, PR-INTERVAL-10)."""
    state = ENGINE.position(
        ("red", "blue"),
        {"diplomacy": False, "retreat": False},
        {
            "stage": "movement",
            "red": {"fleets": {"j9": 2}},
            "blue": {"abilities": ["defend_homeworld"], "fleets": {"c3": 2}, "hand": hand},
        },
    )
    ENGINE.play(state, "red", ENGINE.read(state, "red", "move 2 from j9 to j10"))
    pending = ENGINE.pending(state)
    assert isinstance(pending, Interval)
    assert (pending.name, pending.seats) == ("defend", ("blue",))
    assert (bearing_of(ENGINE, state, "blue") == Bearing.DECIDES) == bears
