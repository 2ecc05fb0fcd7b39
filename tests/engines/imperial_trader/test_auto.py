"""`auto`: the action that the orders held want next (IT-PBM-04)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engines.imperial_trader.game import Game
from traders.bots.imperial_trader import bot_words
from traders.engines.imperial_trader import ENGINE
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.refusal import Refusal

GRAIN, ORE = "Grain to Ferrum Vale", "Heavy ore to Port Meridian"
AT_ONCE = {"rounds_at_once": True}


@pytest.mark.parametrize(
    ("red", "told"),
    [
        ({"at": "Ferrum Vale", "orders": [GRAIN], "cargo": [GRAIN]}, "delivered"),
        ({"at": "Greenholt", "orders": [GRAIN]}, "loads"),
        ({"at": "Greenholt", "orders": [GRAIN], "cargo": [GRAIN]}, "flies for Ferrum Vale"),
        ({"at": "Ferrum Vale", "orders": [GRAIN]}, "flies for Greenholt"),
        ({"at": "Greenholt>Cinderfall:1", "orders": [ORE]}, "flies for Cinderfall"),
        ({"at": "Greenholt"}, "draws"),
    ],
)
def test_it_offloads_else_loads_else_flies_else_deals(red: dict[str, Any], told: str):
    game = Game(4, red=red, deck=["Pilgrims to Cinderfall"]).order("red", "auto")
    assert told in game.told
    assert game.now["red"]["actions"] == 1


def test_it_gives_no_card_up_and_says_when_nothing_can_be_done():
    shut = {"wars": [{"at": "Greenholt", "until": 9}]}
    red = {"at": "Greenholt", "orders": [GRAIN]}
    game = Game(options={"shifting_imperium": True}, red=red, deck=[ORE], **shut)
    with pytest.raises(Refusal) as refused:
        game.order("red", "auto")
    assert refused.value.rules[:2] == ("IT-PBM-04", "IT-SHF-05")
    assert refused.value.text.endswith("Greenholt is closed to trade.")
    assert game.now["red"]["orders"] == [GRAIN]


def test_a_round_of_it_that_reaches_a_closed_world_says_so():
    """The orders held cannot be gone on with there (IT-SHF-05)."""
    game = Game(
        *(6, 6, 4),
        options={**AT_ONCE, "shifting_imperium": True},
        red={"at": "Cinderfall", "orders": [GRAIN], "cargo": [GRAIN]},
        wars=[{"at": "Ferrum Vale", "until": 9}],
    )
    game.order("red", "round: auto; auto").order("blue", "round: deal").close()
    assert "Red arrives at Ferrum Vale" in game.told
    assert "take none of your orders further. Ferrum Vale is closed to trade." in game.told


@pytest.mark.parametrize(("held", "offered"), [([GRAIN], True), ([], False)])
def test_a_round_of_it_is_offered_with_an_order_in_hand(held: list[str], offered: bool):
    game = Game(options=AT_ONCE, red={"at": "Ferrum Vale", "orders": held})
    offers = {offer.order for offer in ENGINE.offers(game.state, "red")}
    assert ("round: auto; auto" in offers) == offered


@pytest.mark.parametrize(
    ("level", "red", "ahead"),
    [
        (Level.PLAYER, {"orders": [GRAIN]}, True),
        (Level.PLAYER, {}, False),
        (Level.PLAYER, {"orders": [GRAIN], "damage": 3}, False),
        (Level.MASTER, {"orders": [GRAIN]}, False),
    ],
)
def test_a_player_orders_an_errand_ahead_while_the_ship_is_sound(
    level: Level, red: dict[str, Any], ahead: bool
):
    game = Game(options=AT_ONCE, red={"at": "Cinderfall", **red})
    words = bot_words(ENGINE.view(game.state, "red"), 1, level)
    assert bool(words) == ahead
