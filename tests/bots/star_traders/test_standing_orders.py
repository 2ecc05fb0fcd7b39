"""What a master leaves to standing orders: an answer in a window may come too late."""

from __future__ import annotations

import pytest

from tests.bots.star_traders.test_best_order import QUIET, does, position
from traders.bots.registry import bots
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.registry import engine as engine_named

ENGINE = engine_named("star-traders")
BOTS = bots(ENGINE.name)
MISSION = {"from": "Asimov", "to": "Jaxin"}
CARRIES = {"mission": MISSION, "cargo": ["Imperial Cargo (red)"]}


def standing(state, seat: str) -> list[tuple[str, str]]:
    """Condition and order of each, all of which the game's own language reads."""
    said = BOTS.bot_words(ENGINE.view(state, seat), 1, Level.MASTER)
    lines = [line.removeprefix("when ") for line in said if line.startswith("when ")]
    return [(ENGINE.condition(state, line.split(": ")[0]), line.split(": ")[1]) for line in lines]


def given(orders, state, seat: str) -> list[str]:
    """The orders whose condition holds now."""
    return [order for condition, order in orders if ENGINE.meets(state, seat, condition)]


def rolled(orders, state, order: str, die: int, seat: str) -> list[str]:
    """What stands for a seat when red's order has come to this die."""
    does(state, "red", order)
    if ENGINE.pending(state).name != "zap":
        ENGINE.close(state)
    ENGINE.happen(state, die)
    return given(orders, state, seat)


@pytest.mark.parametrize(
    ("card", "stopped"), [("Zap", (4,)), ("Superzap", (4, 5)), ("Takeover", ())]
)
def test_a_zap_waits_for_the_roll_that_would_just_bring_a_mission_home(card, stopped):
    """(ST-CARD-50)"""
    for die in range(1, 7):
        state = position(red=CARRIES, blue={**QUIET, "hand": [card]})
        orders = standing(state, "blue")
        found = rolled(orders, state, "jump jaxin", die, "blue")
        assert found == [f"play {card.lower()} down"] * (die in stopped)


def test_the_own_mission_has_what_its_die_lacks_and_no_more():
    for die in range(1, 7):
        state = position(red={**CARRIES, "hand": ["Zap"]}, blue={**QUIET, "hand": ["Zap"]})
        orders = standing(state, "red")
        found = rolled(orders, state, "jump jaxin", die, "red")
        assert ("play zap up" in found) is (die == 3)


def test_a_rival_that_carries_imperial_cargo_is_lost_where_it_would_win():
    state = position(red=CARRIES, blue={**QUIET, "hand": ["You Are Lost", "Quarantine"]})
    orders = standing(state, "blue")
    does(state, "red", "jump jaxin")
    assert set(given(orders, state, "blue")) == {
        "play you are lost on red",
        "play quarantine at mink",
    }


@pytest.mark.parametrize(
    ("trader", "way", "turned"), [("red", "up", {3}), ("blue", "down", {4, 5})]
)
def test_a_petitions_die_is_turned_where_that_changes_the_answer(trader, way, turned):
    """At 15 Prestige with 45 Stellors the answer changes between 3 and 4; who does not know what
    is in the purse reckons with less, too (ST-PETITION-16 to 18).
    """
    found = set()
    for die in range(1, 7):
        red = {"prestige": 15, "stellors": 45, "hand": ["Zap"]}
        state = position(red=red, blue={**QUIET, "hand": ["Zap"]}, stage="action")
        orders = standing(state, trader)
        does(state, "red", "petition")
        ENGINE.close(state)
        ENGINE.happen(state, die)
        if f"play zap {way}" in given(orders, state, trader):
            found.add(die)
    assert found == turned


def test_an_avoid_calamity_is_not_spent_on_a_trifle():
    """(ST-CALAMITY-04)"""
    for card, avoided in (("Stressed Engines", True), ("Lose a Station", False)):
        state = position(
            red={"hand": [card]},
            blue={**QUIET, "stations": ["Oz"], "hand": ["Avoid Calamity"]},
        )
        orders = standing(state, "blue")
        does(state, "red", f"play {card.lower()} on blue")
        assert (given(orders, state, "blue") == ["avoid"]) is avoided


def test_the_card_least_missed_goes_on_a_failed_jump_of_a_mission():
    state = position(red={**CARRIES, "hand": ["Takeover", "Superjump"]})
    assert ("my jump fails", "reroll with takeover") in standing(state, "red")
    state = position(red={**CARRIES, "hand": ["Superjump"]})
    assert not standing(state, "red")
