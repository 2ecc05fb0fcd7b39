"""What of a hand bears on an open window of Star Traders (PR-INTERVAL-10)."""

from __future__ import annotations

from typing import Any

import pytest

from traders.domain.history.dice import ScriptedDice
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import game_progression
from traders.domain.table.table import Table
from traders.engines.kernel.contract.bearing_on_interval import Bearing, bearing_of
from traders.engines.registry import engine

NOTHING, TOUCHES, DECIDES = Bearing
SEATS = ("red", "blue")


def at(start: dict[str, Any], chance: list[int], *said: str) -> Table:
    """The table after these letters, `red: jump niven`, and the window that is open then."""
    rules: Any = engine("star-traders")
    dice = ScriptedDice(list(chance))
    table = Table(rules, rules.position(SEATS, {}, start), chance=dice.throw, timing="table")
    game_progression.go_on(table)
    for letter in said:
        seat, _, text = letter.partition(": ")
        assert all(line.answer != "refused" for line in Speech(table, seat).speak(text)), letter
    return table


def held(table: Table, seat: str = "blue") -> Bearing:
    return bearing_of(table.engine, table.state, seat)


def jump(colour: str, *hand: str, own: tuple[str, ...] = ("Gotcha",)) -> dict[str, Any]:
    return {
        "lines": [["Mink", "Niven", colour]],
        "red": {"at": "Mink", "stations": [], "hand": list(own)},
        "blue": {"at": "Oz", "stations": [], "hand": list(hand)},
    }


JUMPS = "red: jump niven regular"
GOES_ON = ("red: pass", "blue: pass")


@pytest.mark.parametrize(
    ("card", "bears"),
    [
        ("Quarantine", DECIDES),
        ("Zap", NOTHING),
        ("Gotcha", NOTHING),
        ("You Are Lost", NOTHING),
        ("Stressed Engines", NOTHING),
        ("Avoid Calamity", NOTHING),
    ],
)
def test_before_a_jump(card, bears):
    assert held(at(jump("orange", card), [], JUMPS)) == bears


@pytest.mark.parametrize(
    ("colour", "die", "card", "bears"),
    [
        ("green", 6, "Zap", DECIDES),
        ("orange", 4, "Zap", TOUCHES),
        ("orange", 3, "Superzap", DECIDES),
        ("orange", 4, "Quarantine", NOTHING),
        ("orange", 4, "Imperial Favor", NOTHING),
    ],
)
def test_over_the_die_of_a_jump(colour, die, card, bears):
    assert held(at(jump(colour, card), [die], JUMPS, *GOES_ON)) == bears


def test_ones_own_die_is_thrown_again_where_it_fails():
    fails, succeeds = (
        at(jump("green", own=("Gotcha",)), [die], JUMPS, "red: pass") for die in (2, 6)
    )
    assert (held(fails, "red"), held(succeeds, "red")) == (DECIDES, TOUCHES)


def test_a_ship_that_comes_out_may_be_lost():
    for card, bears in (("You Are Lost", DECIDES), ("Zap", NOTHING), ("Quarantine", NOTHING)):
        arrives = at(jump("orange", card), [4], JUMPS, *GOES_ON, *GOES_ON)
        assert held(arrives) == bears


def test_the_cargo_that_wins_may_be_lost():
    start = jump("orange", "Lose a Cargo")
    mission = {"from": "Shower", "to": "Mink"}
    start["red"] |= {"at": "Niven", "mission": mission, "cargo": ["Imperial Cargo (red)"]}
    assert held(at(start, [], "red: jump mink regular")) == DECIDES
    start["red"] |= {"mission": "", "cargo": ["Fur"]}
    assert held(at(start, [], "red: jump mink regular")) == NOTHING


@pytest.mark.parametrize(
    ("prestige", "card", "bears"),
    [
        (17, "Disgrace at Court", DECIDES),
        (19, "Court Scandal", TOUCHES),
        (20, "Gotcha", DECIDES),
        (20, "Zap", NOTHING),
    ],
)
def test_before_a_petition(prestige, card, bears):
    start = {
        "red": {"prestige": prestige, "hand": ["Zap"]},
        "blue": {"hand": [card], "prestige": 3},
    }
    assert held(at(start, [], "red: petition")) == bears


def test_the_victim_of_a_calamity_is_always_asked():
    start = {"red": {"hand": ["Gotcha"]}, "blue": {"prestige": 4}}
    assert held(at(start, [], "red: play gotcha on blue")) == DECIDES
