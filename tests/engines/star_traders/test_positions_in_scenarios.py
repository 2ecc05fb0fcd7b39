"""A scenario's `start` is read strictly: a word or key that it cannot mean is an error that says
which.
"""

from __future__ import annotations

import pytest

from traders.engines.registry import engine

STAR_TRADERS = engine("star-traders")


@pytest.mark.parametrize(
    ("start", "why"),
    [
        ({"red": {"at": "Nowhere"}}, "there is no world Nowhere"),
        ({"red": {"hand": ["Zapp"]}}, "there is no card Zapp"),
        ({"red": {"hand": "Zap"}}, "start.red.hand: 'Zap' is not of the kind"),
        ({"red": {"cargo": ["Ham"]}}, "there is no cargo Ham"),
        ({"red": {"stellors": -1}}, "start.red.stellors: -1 is below zero"),
        ({"red": {"engines": True}}, "start.red.engines: True is not of the kind"),
        ({"red": {"action": "often"}}, "start.red.action: 'often' is neither used nor unused"),
        ({"red": {"mission": {"from": "Mink", "too": "Oz"}}}, "start.red.mission: has from, too"),
        ({"red": {"luck": 3}}, "luck is not known in start.red"),
        ({"red": {"stations": ["Oz"]}, "blue": {"stations": ["Oz"]}}, "two stations on Oz"),
        ({"lines": [["Mink", "Niven", "pink"]]}, "there is no pink line"),
        ({"contracts": ["Fur to Nowhere"]}, "there is no contract Fur to Nowhere"),
        ({"quarantines": [{"world": "Mink"}]}, "start.quarantines: has world"),
        ({"quarantines": [{"world": "Mink", "by": "green"}]}, "green is no seat"),
        ({"weather": "fine"}, "weather is not known in start"),
    ],
)
def test_what_start_cannot_mean_is_said(start, why):
    with pytest.raises(ValueError, match=why.replace("[", r"\[")):
        STAR_TRADERS.position(["red", "blue"], {}, start)


def test_what_start_says_is_written_back():
    start = {
        "turn": "blue",
        "stage": "action",
        "red": {
            "at": "Oz",
            "stations": ["Wells", "Mink"],
            "stellors": 7,
            "prestige": 16,
            "hand": ["Zap"],
            "skip": 1,
            "stressed": True,
        },
        "blue": {
            "at": "Mink",
            "stations": [],
            "engines": 5,
            "cargo": ["Fur"],
            "envoy": "Helix",
            "action": "used",
            "permits": ["red"],
        },
        "contracts": ["", "Fur to Hench"],
        "completed": ["Hive to Verne"],
        "quarantines": [{"world": "Clarke", "by": "red"}],
        "luck_discard": ["Gotcha", "Piracy"],
    }
    written = STAR_TRADERS.written(STAR_TRADERS.position(["red", "blue"], {}, start))
    for key, value in start.items():
        if isinstance(value, dict):
            assert {name: written[key][name] for name in value} | {
                "stations": sorted(written[key]["stations"])
            } == value | {"stations": sorted(value["stations"])}
        else:
            assert written[key] == value
    assert written["blue"]["markers"] == ["Fur to Hench"]
    assert "Zap" in written["luck_deck"]
    assert written["luck_deck"].count("Gotcha") == 2
