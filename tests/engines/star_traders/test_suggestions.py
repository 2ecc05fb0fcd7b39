"""What a Trader is advised to order: jumps with their odds, and what they are for."""

from __future__ import annotations

from typing import Any

import pytest

from traders.engines.kernel.contract import Pending, Turn
from traders.engines.kernel.suggestion import Suggestion
from traders.engines.star_traders import ENGINE

LINES = [
    ["Mink", "Asimov", "orange"],
    ["Asimov", "Oz", "red"],
    ["Oz", "Niven", "orange"],
    ["Niven", "Jaxin", "red"],
]
WAY = ("jump asimov", "load robots", "jump oz", "jump niven")


def advice(**start: Any) -> Suggestion | None:
    state = ENGINE.position(
        ("red", "blue"), {}, {"lines": LINES, "contracts": ["Robots to Jaxin"], **start}
    )
    pending: Pending = ENGINE.pending(state)
    assert isinstance(pending, Turn)
    return ENGINE.suggestion(ENGINE.view(state, "red"), pending, ENGINE.offers(state, "red"))


def test_a_turn_goes_on_towards_the_goal_and_tells_the_odds():
    assert advice(red={"at": "Mink", "stations": []}) == Suggestion(
        WAY,
        "Then you are 1 jump from Jaxin, which wants your Robots (18 Stellors, 3 Prestige). "
        "Odds: 83 %, 67 %, 83 %; all three 46 %. If a jump fails, lines that no longer fit come "
        "back.",
    )


def test_a_delivery_ends_it():
    found = advice(red={"at": "Oz", "cargo": ["Robots"], "stations": ["Jaxin"]})
    assert found is not None
    assert found.orders == ("jump niven", "jump jaxin")
    assert found.words.startswith("You deliver Robots: 18 Stellors, 3 Prestige. Odds: 83 %, 100 %")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("jump asimov",), "Odds if nobody reacts: Asimov 83 %."),
        (
            ("jump asimov", "load robots", "jump oz"),
            "Odds if nobody reacts: Asimov 83 %, then Oz 67 %; both 56 %.",
        ),
        (("jump asimov", "jump jaxin"), "Odds if nobody reacts: Asimov 83 %."),
        (("jump jaxin",), ""),
        (("end",), ""),
        (("halt", "jump asimov"), ""),
        (
            ("jump asimov", "jump oz", "jump asimov", "jump oz"),
            "Odds if nobody reacts: Asimov 83 %, then Oz 67 %, then Asimov 67 %; all three 37 %.",
        ),
    ],
)
def test_what_is_only_tried_is_told_its_odds(lines: tuple[str, ...], told: str):
    start = {"lines": LINES, "red": {"at": "Mink", "stations": []}}
    state = ENGINE.position(("red", "blue"), {}, start)
    assert ENGINE.odds(ENGINE.view(state, "red"), lines) == told


@pytest.mark.parametrize(
    ("start", "orders"),
    [
        ({"red": {"at": "Mink", "engines": 1}}, WAY[:2]),
        ({"red": {"at": "Mink"}, "quarantines": [{"world": "Oz", "by": "blue"}]}, WAY[:3]),
    ],
    ids=["one engine", "a Quarantine on the way"],
)
def test_it_ends_where_the_ship_must_stay(start: dict[str, Any], orders: tuple[str, ...]):
    found = advice(**start)
    assert found is not None
    assert found.orders == orders


def test_a_card_played_on_another_is_no_whole_turn_and_the_jumps_follow():
    found = advice(
        red={"at": "Mink", "stations": [], "hand": ["Disgrace at Court"]},
        blue={"prestige": 9},
    )
    assert found is not None
    assert found.orders == ("play disgrace at court on blue", *WAY)
    assert "Blue loses 4 Prestige." in found.words
    assert "Odds: 83 %, 67 %" in found.words


def test_a_card_on_oneself_or_another_is_only_the_turns_beginning():
    found = advice(red={"at": "Mink", "stations": [], "hand": ["Imperial Favor"]})
    assert found is not None
    assert found.orders == ("play imperial favor on red", *WAY)
    assert found.words.startswith("Red gains 2 Prestige. Then you are 1 jump from Jaxin")


def test_a_superjump_says_what_it_delivers():
    red = {"at": "Mink", "cargo": ["Robots"], "stations": [], "hand": ["Superjump"], "engines": 1}
    assert advice(red=red) == Suggestion(
        ("play superjump at jaxin",),
        "No roll is needed. You deliver Robots: 18 Stellors, 3 Prestige.",
    )
