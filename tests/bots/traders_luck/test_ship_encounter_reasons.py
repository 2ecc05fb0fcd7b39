"""Why something is advised where ships are met: what falls again, what it costs, what it brings."""

from __future__ import annotations

from typing import Any

import pytest

from traders.bots.registry import bots
from traders.bots.traders_luck.ship_encounter_reasons import ASKED
from traders.bots.traders_luck.situation import Mind
from traders.bots.traders_luck.suggestions import WORDS
from traders.engines.kernel.contract.suggestion import SEED, Suggestion
from traders.engines.traders_luck import ENGINE

BOTS = bots(ENGINE.name)
ON = {"bounty_hunters": True}
ROBOTS = [{"good": "robots", "n": 2, "paid": 6}]


def position(dice: str, **start: Any) -> Any:
    planet = {"size": "big", "dice": dice.split()}
    return ENGINE.position(("red", "blue"), ON, {"turn": "red", "planet": planet, **start})


def advised(dice: str, **start: Any) -> Suggestion:
    state = position(dice, **start)
    pending = ENGINE.pending(state)
    found = BOTS.suggestion(ENGINE.view(state, "red"), pending, ENGINE.offers(state, "red"))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("dice", "start", "order", "words"),
    [
        (
            "luxury luxury luxury food food",
            {"traders": 1, "red": {"missiles": 1, "credits": 10}},
            "attack trader taking luxury",
            "You get 3 luxury, at 15 each here, for a missile and a Piracy point.",
        ),
        (
            "luxury luxury luxury food food",
            {"traders": 1, "red": {"missiles": 1, "days": 49}},
            "pass",
            "No good that lies here is worth a missile and a Piracy point.",
        ),
        (
            "luxury luxury luxury food food",
            {"traders": 1, "red": {"missiles": 1, "cargo": ROBOTS}},
            "pass",
            "No die shows what you carry, so the trader has nothing that you may take.",
        ),
        (
            "ore ore food food food",
            {"pirates": 1, "red": {"missiles": 1, "bounty": 2}},
            "attack pirate",
            "It pays 7 credits, and a missile costs 2.",
        ),
        (
            "ore ore food food food",
            {"pirates": 1, "red": {"shields": 1, "cargo": ROBOTS}},
            "shield",
            "Your cargo cost 12 credits, a shield costs 2.",
        ),
        (
            "ore robots food food food",
            {"traders": 1, "red": {"cargo": ROBOTS}},
            "trader takes ore",
            "1 die is rolled again; the robots that you carry stay shown.",
        ),
        (
            "ore ore food food food",
            {"traders": 1, "red": {"cargo": ROBOTS}},
            "trader takes ore",
            "2 dice are rolled again: robots on at least one, 31 %.",
        ),
    ],
)
def test_a_single_answer_in_combat_says_why(dice: str, start: Any, order: str, words: str):
    """BH-ATK-02, BH-ATK-04, BH-ATK-05, BH-PIR-04, BH-TRD-01"""
    assert advised(dice, stage="combat", **start) == Suggestion((order,), words)


def test_ship_dice_are_no_goods_that_are_kept():
    """`keep no police` sets no goods die aside: all are rolled again."""
    state = position("ore ore food food food", stage="roll", red={"cargo": ROBOTS})
    mind = Mind(ENGINE.view(state, "red"), SEED)
    told = WORDS["keep"](mind, ["keep", "no", "police"])
    assert told.startswith(
        "You must keep a die, and no good is worth it. 5 dice are rolled again: robots"
    )
    told = WORDS["keep"](mind, ["keep", "no", "police", "and", "2", "ore"])
    assert told == "3 dice are rolled again: robots on at least one, 42 %."


def test_where_players_meet_it_says_what_each_side_has():
    """BH-CMB-03, BH-CMB-05"""
    red = {"missiles": 2, "shields": 1, "cargo": ROBOTS}
    state = position("ore ore food food food", stage="combat", red=red, blue={"missiles": 3})
    view = ENGINE.view(state, "blue")
    view["bounty_hunters"]["attacker"] = "blue"
    attacks, defends = Mind(view, SEED), Mind({**view, "seat": "red"}, SEED)
    told = ASKED["intercept"](attacks, ["intercept"])
    assert told == "Red's cargo cost 12 credits; you have 3 missiles against 1 shield."
    told = ASKED["commit"](attacks, ["commit"])
    assert told == "Red owns 1 shield: your strike succeeds with more missiles than it commits."
    told = ASKED["commit"](defends, ["commit"])
    assert told == "Blue owns 3 missiles: you are safe with as many shields as it commits."
    assert ASKED["take"](attacks, ["take"]) == "Red's cargo cost 12 credits, yours 0."
