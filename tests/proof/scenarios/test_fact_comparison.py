"""What must hold is a subset of what holds; lists have no order except where order is written."""

from __future__ import annotations

import pytest

from traders.proof.scenarios.fact_comparison import differences


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ({}, {"turn": "red"}),
        ({"turn": "red"}, {"turn": "red", "stage": "movement"}),
        ({"red": {"at": "Mink"}}, {"red": {"at": "Mink", "hand": ["Zap"]}}),
        ({"hand": ["Zap", "Gotcha"]}, {"hand": ["Gotcha", "Zap"]}),
        ({"deck": ["Zap", "Gotcha"]}, {"deck": ["Zap", "Gotcha"]}),
        ({"winner": "red"}, {"winner": ["red"]}),
        ({"winner": "none"}, {"winner": []}),
        ({"personality": ["The Hero"]}, {"personality": "The Hero"}),
        (
            {"quarantines": [{"world": "Mink"}, {"by": "red"}]},
            {"quarantines": [{"world": "Oz", "by": "red"}, {"world": "Mink", "by": "blue"}]},
        ),
        # the partly named one may not keep the other from its only match
        (
            {"q": [{"world": "Mink"}, {"world": "Mink", "by": "red"}]},
            {"q": [{"world": "Mink", "by": "red"}, {"world": "Mink", "by": "blue"}]},
        ),
    ],
)
def test_what_is_not_named_is_not_looked_at(expected, actual):
    assert differences(expected, actual, {"deck"}) == []


@pytest.mark.parametrize(
    ("expected", "actual", "words"),
    [
        ({"turn": "red"}, {"turn": "blue"}, ['turn is "blue", should be "red"']),
        ({"round": 1}, {}, ["round is not there, should be 1"]),
        ({"red": {"at": "Mink"}}, {"red": {"at": "Oz"}}, ['red.at is "Oz", should be "Mink"']),
        (
            {"hand": ["Zap"]},
            {"hand": ["Zap", "Zap"]},
            ['hand is ["Zap", "Zap"], should be ["Zap"]'],
        ),
        (
            {"hand": ["Zap", "Zap"]},
            {"hand": ["Zap", "Gotcha"]},
            ['hand is ["Zap", "Gotcha"], should be ["Zap", "Zap"]'],
        ),
        (
            {"deck": ["Zap", "Gotcha"]},
            {"deck": ["Gotcha", "Zap"]},
            ['deck is ["Gotcha", "Zap"], should be ["Zap", "Gotcha"]'],
        ),
        ({"over": True}, {"over": 1}, ["over is 1, should be true"]),
        ({"winner": "none"}, {"winner": ["red"]}, ['winner is ["red"], should be "none"']),
        ({"q": [{"world": "Mink", "by": "red"}]}, {"q": [{"world": "Mink", "by": "blue"}]}, None),
    ],
)
def test_what_differs_is_named_with_both_values(expected, actual, words):
    found = differences(expected, actual, {"deck"})
    assert found == words if words is not None else len(found) == 1


def test_every_difference_is_named_not_the_first_alone():
    assert (
        len(differences({"turn": "red", "stage": "action"}, {"turn": "blue", "stage": "draw"})) == 2
    )
