"""Sabotage by phase report (SS-SAB, SS-PBM-04)."""

from __future__ import annotations

from typing import Any

import pytest

from traders.engines.kernel.contract.contract import Interval
from traders.engines.kernel.engine.optional_contract import Terms
from traders.engines.kernel.refusal import Refusal
from traders.engines.stratastar import ENGINE

SABOTEUR = {"abilities": ["sabotage"], "hand": {"attack": 3, "move": 1}}


def ordered(state: Any, seat: str, *lines: str) -> None:
    for line in lines:
        ENGINE.play(state, seat, ENGINE.read(state, seat, line))


def reported(**start: Any) -> Any:
    """Blue could sabotage red, who could strike."""
    return ENGINE.position(
        ("red", "blue", "green"),
        {"disaster": True},
        {"deck": ["build"] * 9, "blue": SABOTEUR, **start},
    )


def test_deals_made_in_the_phase_stand():
    """Free trade is no action, and is not undone with one (SS-SAB-03)."""
    state = reported(
        stage="trade", red={"hand": {"trade": 2, "build": 1}}, green={"hand": {"research": 1}}
    )
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
    state = reported(
        stage="movement",
        red={"abilities": ["defend_homeworld"], "fleets": {"d4": 2}, "hand": {"move": 5}},
    )
    ordered(state, "red", "defend", "next")
    ordered(state, "blue", "sabotage")
    now = ENGINE.written(state)["red"]
    assert (now["fleets"]["d4"], now["hand"]["move"]) == (2, 0)


def test_the_half_of_a_starred_card_pays_one_sabotage_alone():
    """What a reaction that is kept will cost is spoken for, what was left over of a card with it
    (SS-POW-02).
    """
    state = ENGINE.position(
        ("red", "blue"),
        {"power_cards": True, "abilities": ["sabotage"]},
        {
            "deck": ["build"] * 9,
            "stage": "trade",
            "red": {"hand": {"trade": 1, "research": 1}},
            "blue": {"hand": {"attack*": 3}},
        },
    )
    ordered(state, "red", "exchange nothing", "research", "next")
    ordered(state, "blue", "spy on deck")
    assert state.empires["blue"].spare == {"attack": 1}
    first, second = (ENGINE.read(state, "blue", f"sabotage {n}") for n in (1, 2))
    ENGINE.check(state, "blue", second)
    with pytest.raises(Refusal, match="That costs 3 attack cards; you hold 1 starred attack"):
        ENGINE.check(state, "blue", second, [first])


class TestPaidForAgain:
    """What was paid for a cancelled action, or a sabotage, stays paid (SS-SAB-02, SS-SAB-01)."""

    def test_two_sabotages_and_what_was_paid_between_them(self):
        """Each is paid for in its place: not after what was paid later."""
        state = reported(
            stage="trade",
            blue={"abilities": ["sabotage", "spying"], "hand": {"attack": 3, "attack*": 1}},
            green={"abilities": ["sabotage"], "hand": {"attack": 3}},
            red={"hand": {"trade": 2}},
        )
        ordered(state, "red", "exchange nothing", "raid green")
        ENGINE.happen(state, 1)
        ordered(state, "red", "next")
        ordered(state, "blue", "sabotage 2", "spy on red")
        ordered(state, "green", "sabotage 1")
        assert all(n >= 0 for empire in state.empires.values() for n in empire.hand.values())
        assert (state.empires["blue"].hand, state.empires["green"].hand) == ({}, {})

    def test_a_card_that_has_gone_back_is_not_paid_twice(self):
        """Blue pays with what the raid brought red, and red gave to blue: with the raid cancelled
        green has it, and only green.
        """
        state = reported(
            stage="trade",
            blue={"abilities": ["sabotage"], "hand": {"attack": 2}},
            green={"hand": {"attack": 3}},
            red={"hand": {"trade": 1}},
        )
        ordered(state, "red", "raid green")
        told = [event.text for event in ENGINE.happen(state, 1)]
        assert told == ["Red takes an attack card from Green.", "Red takes a card from Green."]
        ENGINE.exchange(state, Terms("red", "blue", "1 attack", "nothing"))
        ordered(state, "red", "next")
        ordered(state, "blue", "sabotage")
        now = ENGINE.written(state)
        assert [now[seat]["hand"]["attack"] for seat in ("red", "blue", "green")] == [0, 0, 3]

    def test_cards_given_away_and_cards_that_pay_are_both_gone(self):
        """Of one kind too (SS-TRD-05)."""
        state = reported(stage="trade", red={"hand": {"trade": 3}})
        ordered(state, "red", "exchange 2 trade", "next")
        ordered(state, "blue", "sabotage")
        assert state.empires["red"].hand == {}

    def test_research_for_a_breakthrough_is_gone_once(self):
        state = ENGINE.position(
            ("red", "blue"),
            {"breakthrough": True},
            {"stage": "build", "blue": SABOTEUR, "red": {"hand": {"research": 2, "build": 4}}},
        )
        ordered(state, "red", "breakthrough")
        ENGINE.happen(state, 1)
        ordered(state, "red", "next")
        ordered(state, "blue", "sabotage")
        assert (state.empires["red"].hand, state.empires["red"].abilities) == ({"research": 1}, [])


class TestCarriedOutAgain:
    """All that was done later in the phase is done again, though it is no action itself
    (SS-PBM-04).
    """

    def test_a_move_that_others_could_have_stopped(self):
        state = reported(
            stage="movement",
            red={"hand": {"move": 1}, "fleets": {"d4": 2}},
            green={"abilities": ["diplomacy"], "fleets": {"e4": 1}},
        )
        ordered(state, "red", "move 1 from d4 to d5", "move 1 from d4 to e4")
        while isinstance(ENGINE.pending(state), Interval):
            ENGINE.close(state)
        ordered(state, "red", "next")
        ordered(state, "blue", "sabotage 1")
        assert {ship.at for ship in state.empires["red"].ships} == {"d4", "e4"}

    def test_the_order_of_battles(self):
        fleets = {"d4": 1, "e5": 1, "g7": 1}
        state = reported(stage="movement", red={"fleets": fleets}, green={"fleets": fleets})
        ordered(state, "red", "move 1 from d4 to d3", "battles g7 e5", "next")
        ordered(state, "blue", "sabotage")
        assert state.turn.battles == ["g7", "e5"]

    def test_cards_thrown_away(self):
        state = reported(
            stage="draw", red={"hand": {"attack": 5, "move": 2}}, green={"fleets": {"d4": 1}}
        )
        ordered(state, "red", "strike green fleet at d4", "retool 2 move", "next")
        ordered(state, "blue", "sabotage")
        assert {"attack", "move"}.isdisjoint(state.empires["red"].hand)

    def test_support_and_what_was_not_supported(self):
        state = reported(
            stage="support",
            red={"hand": {"attack": 5, "build": 2}, "fleets": {"d4": 4}},
            green={"fleets": {"d3": 1}},
        )
        ordered(
            state,
            "red",
            "strike green fleet at d3",
            "support with 2 build",
            "disband fleet at d4",
            "next",
        )
        ordered(state, "blue", "sabotage")
        assert state.empires["red"].hand == {}
        assert len(state.empires["red"].ships) == 3

    def test_a_border_raid_is_felt_in_one_turn(self):
        """The Support phase that felt it has ended (SS-BRD-01)."""
        state = reported(
            stage="support",
            red={"hand": {"attack": 5}, "colonies": {"d4": 1}},
            green={"fleets": {"d3": 1}},
            map={"d4": "world"},
        )
        state.empires["red"].raided = {"d4": 1}
        ordered(state, "red", "strike green fleet at d3", "next")
        ordered(state, "blue", "sabotage")
        assert state.empires["red"].raided == {}

    def test_the_choice_that_a_roll_left(self):
        """SS-TBL-03"""
        state = ENGINE.position(
            ("red", "blue"),
            {"breakthrough": True},
            {"stage": "build", "blue": SABOTEUR, "red": {"hand": {"research": 1, "build": 5}}},
        )
        ordered(state, "red", "build fleet", "breakthrough")
        ENGINE.happen(state, 8)
        ordered(state, "red", "choose piracy", "next")
        ordered(state, "blue", "sabotage 1")
        assert state.empires["red"].abilities == ["piracy"]

    def test_who_has_left_meanwhile_stays_away(self):
        """And what was done in the room that this left is done again (SS-TTD-02)."""
        state = reported(
            stage="build",
            map={"d4": "world"},
            red={"hand": {"build": 9}, "fleets": {"d4": 1}},
            green={"hand": {"move": 1}, "colonies": {"d4": 1}},
        )
        ordered(state, "red", "build fleet")
        ENGINE.leave(state, "green")
        ordered(state, "red", "colonize d4", "next")
        ordered(state, "blue", "sabotage 1")
        assert state.playing == ["red", "blue"]
        assert state.empires["red"].colonies == {"d4": 1}
        assert state.empires["green"].hand == {}

    def test_who_leaves_in_a_reaction_window_opens_no_other(self):
        state = reported(
            stage="movement",
            red={"hand": {"move": 1}, "fleets": {"d4": 2}},
            green={"abilities": ["diplomacy"], "fleets": {"e4": 1}},
        )
        ordered(state, "red", "move 1 from d4 to d5", "move 1 from d4 to e4")
        ENGINE.leave(state, "green")
        ordered(state, "red", "next")
        ordered(state, "blue", "sabotage 1")
        assert state.playing == ["red", "blue"]
        assert {ship.at for ship in state.empires["red"].ships} == {"d4", "e4"}
