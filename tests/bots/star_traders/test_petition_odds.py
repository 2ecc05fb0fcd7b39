"""What a petition that is only tried is told: the words of its advice."""

from __future__ import annotations

from traders.bots.registry import bots
from traders.engines.registry import engine


def _odds(prestige: int, *lines: str) -> str:
    rules = engine("star-traders")
    ship = {"at": "Mink", "stations": [], "prestige": prestige, "stellors": 41}
    start = {"lines": [["Mink", "Asimov", "orange"]], "red": ship}
    state = rules.position(("red", "blue"), {}, start)
    return bots("star-traders").odds(rules.view(state, "red"), lines)


def test_a_petition_that_is_tried_is_told_its_odds_and_what_it_costs():
    told = _odds(15, "petition")
    assert told.startswith("The petition is granted with 50 %, for up to 40 Stellors. If not, you")
    assert _odds(15, "jump asimov", "petition") == f"Odds if nobody reacts: Asimov 83 %. {told}"


def test_a_petition_that_cannot_be_granted_is_told_none():
    assert _odds(1, "petition") == ""
