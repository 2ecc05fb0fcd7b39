"""What a Trader is advised to answer: in windows, to a question of the rules, in an auction."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.bots.star_traders.test_suggestions import BOTS, LINES, WINNER
from tests.engines.table import thrown
from traders.bots.star_traders.plan_and_valuations import Mind
from traders.bots.star_traders.suggested_choice import choice_words
from traders.domain.table.advice import suggested
from traders.engines.kernel.contract.contract import (
    Chance,
    Choice,
    Interval,
    Offer,
)
from traders.engines.kernel.contract.suggestion import SEED
from traders.engines.star_traders import ENGINE

KEPT = " I would keep what you hold for later."

WINDOWS = [
    ("jump asimov", ["Zap"], {}, "quarantine", "pass", f"Blue needs a 2: 83 %.{KEPT}"),
    (
        "jump jaxin",
        ["Quarantine"],
        WINNER,
        "quarantine",
        "play quarantine at niven",
        "No ship may leave that world until your next turn begins. Blue needs a 3: 67 %.",
    ),
    (
        "jump jaxin",
        ["Superzap"],
        WINNER,
        "zap",
        "play superzap down",
        "The 3 becomes 1: the jump fails. Blue needs a 3.",
    ),
    (
        "jump jaxin",
        ["You Are Lost"],
        WINNER,
        "lost",
        "play you are lost on blue",
        "Two dice name the world where the ship comes out.",
    ),
    (
        "petition",
        ["Court Scandal"],
        {},
        "petition",
        "play court scandal on blue",
        "Blue loses 2 Prestige. The petition is granted with up to 67 %; then with 0 %.",
    ),
    (
        "petition",
        ["Zap"],
        {},
        "petition",
        "pass",
        f"The petition is granted with up to 67 %.{KEPT}",
    ),
    (
        "jump jaxin",
        ["Gotcha", "Lose a Cargo"],
        WINNER,
        "quarantine",
        "pass",
        "Blue needs a 3: 67 %. "
        "Lose a Cargo can still stop it after the roll: I ask you again then.",
    ),
    (
        "jump jaxin",
        ["Lose a Cargo"],
        WINNER,
        "lost",
        "play lose a cargo on blue",
        "Blue must remove a cargo.",
    ),
    (
        "jump jaxin",
        ["Lose a Cargo"],
        WINNER | {"cargo": ["Imperial Cargo (blue)", "Gremlins"]},
        "lost",
        "pass",
        "Nothing that you hold stops it.",
    ),
    ("petition", ["Zap"], {}, "die", "play zap down", "The 3 becomes 2: not granted."),
    (
        "play disgrace at court on red",
        ["Avoid Calamity"],
        {"hand": ["Disgrace at Court"]},
        "calamity",
        "avoid",
        "Play Avoid Calamity: Disgrace at Court has no effect.",
    ),
    (
        "play disgrace at court on red",
        ["Zap"],
        {"hand": ["Disgrace at Court"]},
        "calamity",
        "pass",
        "You hold nothing that avoids it.",
    ),
]


@pytest.mark.parametrize(("order", "hand", "blue", "window", "best", "words"), WINDOWS)
def test_a_good_answer_has_its_reason_and_the_odds_in_each_kind_of_window(
    order: str, hand: list[str], blue: dict[str, Any], window: str, best: str, words: str
):
    start = {
        "turn": "blue",
        "stage": "action" if order == "petition" else "movement",
        "lines": LINES,
        "red": {"at": "Oz", "prestige": 9, "hand": hand},
        "blue": {"at": "Mink", "prestige": 15, "stellors": 60, **blue},
    }
    state = ENGINE.position(("red", "blue"), {}, start)
    ENGINE.play(state, "blue", ENGINE.read(state, "blue", order))
    while isinstance(pending := ENGINE.pending(state), Chance) or pending.name != window:
        if isinstance(pending, Chance):
            ENGINE.happen(state, 3)
        else:
            ENGINE.close(state)
    found = suggested(ENGINE, ENGINE.view(state, "red"), pending, ENGINE.offers(state, "red"))
    assert found is not None
    assert found.orders == (best,)
    assert found.words == words


@pytest.mark.parametrize(
    ("order", "start", "why"),
    [
        (
            "deliver robots",
            {"cargo": ["Robots"]},
            "Jaxin pays most for it: 18 Stellors, 3 Prestige.",
        ),
        ("choose the hero", {}, "2 Prestige more per delivery, 1 per Avoid Calamity played."),
        (
            "choose engine",
            {"engines": 2},
            "You have 2 engines: one more is one more jump in each turn.",
        ),
        ("choose oz", {"stations": ["Oz"]}, "It is the station that you would miss least."),
        ("choose robots", {"cargo": ["Robots"]}, "It is the cargo that you would miss least."),
        ("discard zap", {"hand": ["Zap"]}, "It is the card that you would miss least."),
    ],
)
def test_an_answer_to_a_rules_question_says_why_and_does_not_ask_back(order, start, why):
    start = {"lines": LINES, "contracts": ["Robots to Jaxin"], "red": {"at": "Mink", **start}}
    state = ENGINE.position(("red", "blue"), {}, start)
    asked = Choice(1, "red", "Which?", (order, "choose nothing"), "choose nothing", "ST-CARD-58")
    offers = [Offer(order, "Which?", "ST-CARD-58")]
    assert choice_words(Mind(ENGINE.view(state, "red"), SEED), asked, order, offers) == why


def test_a_bid_says_what_the_lot_is_worth_and_what_there_is_to_pay_with():
    """ST-OPTION-06"""
    auction = {"game": "advanced", "personalities": "all", "personality_choice": "auction"}
    state = ENGINE.setup(("red", "blue"), auction)
    while isinstance(pending := ENGINE.pending(state), Chance):
        ENGINE.happen(state, thrown(pending, Random(7)))
    assert isinstance(pending, Interval)
    seat = pending.seats[0]
    found = BOTS.suggestion(ENGINE.view(state, seat), pending, ENGINE.offers(state, seat))
    assert found is not None
    bid = found.orders[0].removeprefix("bid ")
    lot = ENGINE.view(state, seat)["auction"]["what"]
    assert found.words == f"{lot} is worth about {bid} Stellors to me; you have 40 Stellors."
