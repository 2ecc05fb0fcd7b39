"""Who is nearest to winning, in one line of a turn's letter: by what all may see, in each game."""

from __future__ import annotations

from typing import Any

import pytest

from traders.engines.kernel.contract.nearest_to_winning import Nearest, by_figures
from traders.engines.registry import ENGINES, engine


def told(system: str, start: dict[str, Any], options: dict[str, Any], reader: str | None) -> str:
    """The line as this reader is told it."""
    game = engine(system)
    state = game.position(("red", "blue"), options, start)
    found = game.nearest(game.view(state, reader))
    return found.told(reader) if found else ""


MISSION = {"at": "Niven", "mission": {"from": "Lambard", "to": "Oz"}}
POSITIONS = {
    "a mission": (
        "star-traders",
        {
            "red": {"at": "Oz", "prestige": 20},
            "blue": MISSION,
        },
        {},
        "Blue is nearest to winning: a mission, the cargo yet to be fetched,",
    ),
    "prestige": (
        "star-traders",
        {"red": {"at": "Oz", "prestige": 9}, "blue": {"at": "Niven", "prestige": 4}},
        {},
        "Red is nearest to winning: 9 of the 15 Prestige for a mission.",
    ),
    "credits": (
        "traders-luck",
        {"red": {"credits": 30, "days": 6}, "blue": {"credits": 12}},
        {"days": 25},
        "Red is nearest to winning: 30 credits, 19 days left. Only a richer trader stops it.",
    ),
    "credits that pirates see": (
        "traders-luck",
        {"red": {"credits": 30, "days": 6}, "blue": {"credits": 12}},
        {"days": 25, "bounty_hunters": True},
        "Red is nearest to winning: 30 credits, 19 days left. A richer trader stops it, "
        "or an attack for Red's cargo.",
    ),
    "a race": (
        "imperial-trader",
        {
            "turn": "red",
            "red": {"at": "Greenholt", "credits": 40},
            "blue": {"at": "Ferrum Vale", "credits": 90},
        },
        {},
        "Blue is nearest to winning: 90 of 100 credits. A wreck of Blue's ship would stop it.",
    ),
    "a mission's cargo": (
        "star-traders",
        {
            "red": {"at": "Oz"},
            "blue": {**MISSION, "cargo": ["Imperial Cargo (blue)"]},
        },
        {},
        "Blue is nearest to winning: the cargo of the mission is aboard,",
    ),
    "the last round": (
        "imperial-trader",
        {
            "round": 6,
            "turn": "red",
            "red": {"at": "Greenholt", "credits": 40},
            "blue": {"at": "Ferrum Vale", "credits": 30},
        },
        {"rounds": 6},
        "Red is nearest to winning: 40 of 100 credits. The richest wins after this round.",
    ),
    "no time left": (
        "traders-luck",
        {"red": {"credits": 30, "days": 25}, "blue": {"credits": 12}},
        {"days": 25},
        "Red is nearest to winning: 30 credits, no day left. Only a richer trader stops it.",
    ),
    "worlds": (
        "stratastar",
        {"red": {"colonies": {"c3": 1, "d4": 1}}, "blue": {"colonies": {"h8": 1}}},
        {"worlds": 3},
        "Red is nearest to winning: 2 of 3 Worlds. A battle won at Red's colonies",
    ),
}


@pytest.mark.parametrize("case", POSITIONS, ids=str)
def test_one_line_says_who_is_nearest_what_they_need_and_what_would_stop_it(case: str) -> None:
    system, start, options, line = POSITIONS[case]
    everyone = told(system, start, options, None)
    assert everyone.startswith(line)
    assert everyone.count(". ") == 1, "what would stop it is a sentence of its own"
    who = everyone.split()[0].lower()
    own = told(system, start, options, who)
    assert own.startswith("You are nearest to winning: ")
    assert everyone.split()[0] not in own, "it is told to its reader in the second person"


LESS = {
    "star-traders": ("prestige", 0),
    "traders-luck": ("credits", 1),
    "imperial-trader": ("credits", 10),
}
"""Of what wins, less than all begin with."""


@pytest.mark.parametrize("system", ENGINES)
def test_nobody_is_nearest_before_somebody_has_got_ahead(system: str) -> None:
    """Neither at the beginning nor where others have spent, or lost, of what all begin with."""
    for name, less in (LESS[system],) if system in LESS else ():
        assert told(system, {"blue": {name: less}}, {}, "red") == ""
    assert told(system, {}, {}, "red") == told(system, {}, {}, None) == ""


def test_who_keeps_money_secret_is_not_told_of_it() -> None:
    """TL-REC-03: not even from one's own view, in which one's own credits alone stand."""
    start = {"red": {"credits": 30}, "blue": {"credits": 12}}
    assert told("traders-luck", start, {"private_cash": True}, "red") == ""


def test_nobody_is_nearest_where_all_are_as_near() -> None:
    seats = [{"seat": seat} for seat in ("red", "blue", "green")]
    view = {"seats": seats}
    assert by_figures(view, {}) is None
    assert by_figures(view, {"points": dict.fromkeys(("red", "blue", "green"), 4)}) is None
    assert by_figures(view, {"points": {"red": 4, "blue": 2}}) is None, "one is not known"
    ahead = by_figures(view, {"points": {"red": 4, "blue": 4, "green": 1}})
    assert ahead == Nearest(("red", "blue"), "points 4")
    assert ahead.told("blue") == "Red and you are nearest to winning, each with points 4."
