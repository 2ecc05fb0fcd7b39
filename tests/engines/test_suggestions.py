"""A bot's line as a suggestion, and odds in words. That what is suggested can be done is a part of
what every engine keeps (`advice.py`).
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.engines.advice import tried
from traders.bots.default_bot import first_offered, holds
from traders.bots.stratastar.suggestions import Ahead
from traders.engines.kernel.contract.contract import Blank, Offer
from traders.engines.kernel.contract.suggestion import Suggestion, all_of, at_least, percent
from traders.engines.registry import engine as engine_of


def test_a_fleet_that_a_colony_builds_is_paid_for_before_what_follows():
    """What Expansion costs is gone (SS-EXP-01)."""
    engine = engine_of("stratastar")
    start = {
        "stage": "build",
        "turn": "blue",
        "map": {"f10": "world", "e9": "world", "g9": "world", "f6": "world"},
        "blue": {
            "hand": {"attack": 1, "build": 2, "trade": 1},
            "fleets": {"a10": 1, "f10": 1},
            "colonies": {"e9": 1, "f10": 1},
            "homeworld": "a10",
        },
        "red": {"fleets": {"i6": 1, "j3": 1}, "homeworld": "j1"},
    }
    options = {"abilities": ("expansion",), "low_technology": True, "fleets": 1}
    state = engine.position(("red", "blue"), options, start)
    ahead = Ahead(engine.view(state, "blue"))
    ahead.plan("build fleet at f10")
    assert len(ahead.orders) > 1
    advice = Suggestion(tuple(ahead.orders))
    assert not tried(engine, state, "blue", advice, lambda chance: 1)


def test_an_offer_holds_a_line_that_fills_its_blanks():
    move = Offer("move {n} from a1 to {space}", "", "", blanks=(Blank("n", 1, 3), Blank("space")))
    assert holds(Offer("end", "", ""), "end")
    assert not holds(Offer("end", "", ""), "ends")
    assert not holds(move, "move 4 from a1 to a2")
    assert not holds(move, "move one from a1 to a2")
    named = Offer("play zap on {who}", "", "", blanks=(Blank("who", things=("red", "blue")),))
    assert holds(named, "play zap on blue")
    assert not holds(named, "play zap on green")
    assert first_offered("offer red: 1 for 2\nend", [Offer("end", "", "")]) == Suggestion(("end",))
    assert first_offered("hold", [Offer("end", "", "")]) is None


def test_odds_are_told_in_per_cent_each_and_together():
    five, four = at_least(2, 6), at_least(3, 6)
    assert all_of([five]) == "83 %"
    assert all_of([five, four]) == "83 %, 67 %; both 56 %"
    assert all_of([five, four, four]) == "83 %, 67 %, 67 %; all three 37 %"
    assert all_of([four, four, four]) == "67 % each; all three 30 %"
    assert (at_least(0, 6), at_least(7, 6)) == (Fraction(1), Fraction(0))


@pytest.mark.parametrize(
    ("odds", "told"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1, 400), "under 1 %"),
        (Fraction(1, 100), "1 %"),
        (Fraction(5, 6), "83 %"),
        (Fraction(399, 400), "over 99 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_only_what_cannot_be_has_no_odds_and_only_what_is_sure_has_all(
    odds: Fraction, told: str
) -> None:
    assert percent(odds) == told
