"""Sabotage by phase report (SS-SAB, SS-PBM-04)."""

from __future__ import annotations

from typing import Any

from traders.engines.additions import Terms
from traders.engines.contract import Interval
from traders.engines.stratastar import ENGINE

SABOTEUR = {"abilities": ["sabotage"], "hand": {"attack": 3, "move": 1}}


def ordered(state: Any, seat: str, *lines: str) -> None:
    for line in lines:
        ENGINE.play(state, seat, ENGINE.read(state, seat, line))


def reported(**start: Any) -> Any:
    return ENGINE.position(("red", "blue", "green"), {}, {"deck": ["build"] * 9, "blue": SABOTEUR, **start})


def test_deals_made_in_the_phase_stand():
    """Free trade is no action, and is not undone with one (SS-SAB-03)."""
    state = reported(stage="trade", red={"hand": {"trade": 2, "build": 1}}, green={"hand": {"research": 1}})
    ordered(state, "red", "exchange nothing")
    ENGINE.exchange(state, Terms("red", "green", "1 build", "1 research"))
    ordered(state, "red", "next")
    assert isinstance(ENGINE.pending(state), Interval)
    ordered(state, "blue", "sabotage")
    now = ENGINE.written(state)
    assert now["green"]["hand"]["build"] == 1
    assert (now["red"]["hand"]["research"], now["red"]["hand"]["trade"]) == (1, 1)
    assert now["deck"] == ["build"] * 9, "the card that was drawn lies in the deck again"


def test_a_deal_with_what_the_sabotaged_action_brought_is_void():
    """As any deal that can no longer be met (SS-PBM-06, SS-PBM-04)."""
    state = reported(stage="trade", red={"hand": {"trade": 1}}, green={"hand": {"research": 1}})
    ordered(state, "red", "exchange nothing")
    ENGINE.exchange(state, Terms("red", "green", "1 build", "1 research"))
    ordered(state, "red", "next")
    ordered(state, "blue", "sabotage")
    assert ENGINE.written(state)["green"]["hand"]["research"] == 1
    assert state.empires["red"].hand == {}


def test_a_call_home_in_the_own_turn_is_an_action():
    """One use of an ability (SS-SAB-03, SS-DEF-02)."""
    state = reported(stage="movement", red={"abilities": ["defend_homeworld"], "fleets": {"d4": 2}, "hand": {"move": 5}})
    ordered(state, "red", "defend", "next")
    ordered(state, "blue", "sabotage")
    now = ENGINE.written(state)["red"]
    assert (now["fleets"]["d4"], now["hand"]["move"]) == (2, 0)
