"""What is advised in each kind of reaction window, and why."""

from __future__ import annotations

from typing import Any

import pytest

from traders.domain.table.advice import suggested
from traders.engines.kernel.contract.contract import Chance
from traders.engines.star_traders import ENGINE

LINES = [
    ["Mink", "Asimov", "orange"],
    ["Asimov", "Oz", "red"],
    ["Oz", "Niven", "orange"],
    ["Niven", "Jaxin", "red"],
]
WINNER = {
    "at": "Niven",
    "stations": [],
    "mission": {"from": "Asimov", "to": "Jaxin"},
    "cargo": ["Imperial Cargo (blue)"],
}
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
