"""Why an answer to a rule's question is advised."""

from __future__ import annotations

import pytest

from traders.bots.star_traders.choice_reasons import choice_words
from traders.bots.star_traders.plan_and_valuations import Mind
from traders.engines.kernel.contract.contract import Choice, Offer
from traders.engines.kernel.contract.suggestion import SEED
from traders.engines.star_traders import ENGINE

LINES = [
    ["Mink", "Asimov", "orange"],
    ["Asimov", "Oz", "red"],
    ["Oz", "Niven", "orange"],
    ["Niven", "Jaxin", "red"],
]


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
