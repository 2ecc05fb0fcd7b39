"""The order that a turn's letter gives as an example: what is most often done then."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from traders.domain.letters.facts import AwaitedAnswer, Facts
from traders.domain.letters.parts import reply_lines
from traders.engines.kernel.contract import Turn
from traders.engines.stratastar import ENGINE
from traders.engines.stratastar.procedures import PROCEDURES

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
WORLD = {"map": {"c3": "world", "h8": "world"}}


@pytest.mark.parametrize(
    ("start", "line"),
    [
        ({"stage": "placing", "map": {"i9": "world"}}, "homeworld j10"),
        ({"red": {"hand": {"attack": 5}}}, "next"),
        (
            {
                "stage": "trade",
                "red": {"hand": {"attack": 5, "trade": 2}},
                "blue": {"hand": {"move": 1}},
            },
            "next",
        ),
        (
            {"stage": "support", "red": {"fleets": {"a1": 1, "c3": 2}, "hand": {"build": 1}}},
            "disband fleet at c3",
        ),
        (
            WORLD | {"stage": "build", "red": {"fleets": {"a1": 1, "c3": 1}, "hand": {"build": 2}}},
            "colonize c3",
        ),
        ({"stage": "build", "red": {"fleets": {"c5": 1}, "hand": {"build": 2}}}, "build fleet"),
        ({"stage": "build", "red": {"hand": {"build": 2}}}, "next"),
        (
            WORLD
            | {"stage": "movement", "red": {"fleets": {"b9": 1, "c5": 2}, "hand": {"attack": 6}}},
            "move 1 from c5 to c4",
        ),
        ({"stage": "movement", "red": {"fleets": {}}}, "next"),
        (
            {"stage": "battle", "red": {"hand": {"attack": 6}}, "blue": {"fleets": {"d4": 1}}},
            "next",
        ),
    ],
    ids=[
        "placing",
        "draw",
        "trade",
        "too many Fleets",
        "a World",
        "a Fleet short",
        "enough Fleets",
        "movement",
        "no Fleets",
        "battle",
    ],
)
def test_the_example_is_what_is_most_often_done(start: dict[str, Any], line: str):
    state = ENGINE.position(("red", "blue"), {}, start)
    pending = PROCEDURES.pending(state)
    assert isinstance(pending, Turn)
    (seat,) = pending.seats
    asked = AwaitedAnswer("turn", pending.stage, silence=pending.silence)
    assert reply_lines(Facts(NOON, 1, asked=asked, offers=ENGINE.offers(state, seat))) == [line]
    ENGINE.play(state, seat, ENGINE.read(state, seat, line))
