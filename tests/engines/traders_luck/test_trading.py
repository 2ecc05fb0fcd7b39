"""Following, dice, sale, purchase and bay beyond the acceptance scenarios (TL-FOL, TL-ROL, TL-SEL,
TL-BUY, TL-FBS, TL-ECB).
"""

from __future__ import annotations

import pytest

from tests.engines.traders_luck.game import Game, lot
from traders.engines.traders_luck.position import planet_market
from traders.engines.traders_luck.position.state import Die, Planet
from traders.engines.traders_luck.tables import tables

TABLE = {
    "food": (5, 4, 3, 2, 1),
    "ore": (7, 6, 4, 3, 2),
    "robots": (13, 9, 6, 4, 3),
    "medicine": (15, 13, 11, 8, 5),
}


@pytest.mark.parametrize(("good", "prices"), [*TABLE.items(), ("luxury", (24, 19, 15, 12, 10))])
def test_the_price_table(good, prices):
    """TL-PRC-01, TL-PRC-02, TL-PRC-03"""
    for n, price in enumerate(prices, 1):
        assert planet_market.price(Planet(1, "big", [Die("goods", good)] * n), good) == price
    assert not planet_market.legal(Planet(1, "big", [Die("goods", "food")]), good) or good == "food"
    assert len(tables().good) == 5


def test_a_planet_may_be_followed_again_and_again():
    """TL-FOL-05: the chain A, B, C; and A once more, whose planet it no longer is."""
    game = Game("robots", "robots", "luxury").order("red", "travel small", "settle", "end")
    game.order("blue", "follow", "end").order("green", "follow", "end")
    assert game.now["turn"] == "red"
    game.order("red", "follow")
    assert (game.now["red"]["days"], game.now["planet"]["dice"]) == (
        3,
        ["robots", "robots", "luxury"],
    )
    assert game.refused("red", "keep robots")[:2] == ("TL-ROL-04", "TL-FOL-03")


def test_what_was_bought_here_on_an_earlier_visit_is_not_sold_here():
    """TL-SEL-03"""
    game = Game("food", "food", "luxury").order(
        "red", "travel small", "settle", "buy 2 food", "end"
    )
    game.order("blue", "follow", "end").order("green", "follow", "end").order("red", "follow")
    assert game.refused("red", "sell") == ("TL-SEL-03", "BH-STO-05")
    assert "sell" not in game.offered("red")


def test_a_turn_without_a_trip_leaves_the_planet_to_be_followed():
    """TL-FOL-05, TL-END-03"""
    game = (
        Game("food", "food", "luxury")
        .order("red", "travel small", "settle", "end")
        .order("blue", "finish")
    )
    assert game.order("green", "follow").now["planet"]["dice"] == ["food", "food", "luxury"]


def test_one_may_follow_oneself_only_where_that_was_agreed():
    """TL-FOL-06"""
    for agreed in (False, True):
        game = Game(
            "food",
            "ore",
            "ore",
            options={"follow_self": agreed},
            blue={"days": 9},
            green={"days": 9},
        )
        game.order("red", "travel small", "settle", "end")
        assert ("follow" in game.offered("red")) is agreed
        if not agreed:
            assert game.refused("red", "follow") == ("TL-FOL-06",)


def test_to_keep_every_die_is_to_settle():
    """TL-ROL-04"""
    game = Game("food", "ore", "ore").order("red", "travel small", "keep food and 2 ore")
    assert game.now["stage"] == "trade"
    assert "TL-ROL-04" in game.refused("red", "keep food")


def test_more_than_lies_there_cannot_be_kept():
    """TL-ROL-02, TL-ROL-03"""
    game = Game("food", "ore", "ore").order("red", "travel small")
    assert game.refused("red", "keep 3 ore") == ("TL-ROL-02", "TL-ROL-03")
    assert game.refused("red", "keep pirate") == ("TL-ROL-02", "TL-ROL-03")


def test_in_another_s_turn_nothing_is_ordered():
    """TL-ORD-02, TL-ORD-06"""
    game = Game(green={"finished": True})
    assert game.refused("blue", "travel small") == ("TL-ORD-02", "TL-ORD-03")
    assert game.refused("green", "finish")[0] == "TL-ORD-06"


def test_a_sale_named_in_full_is_the_whole_cargo():
    """TL-SEL-02"""
    game = Game("robots", "ore", "ore", red={"cargo": [lot("robots", 3, 6)]}).order(
        "red", "travel small", "settle"
    )
    assert game.refused("red", "sell 4 robots")[0] == "TL-SEL-01"
    assert game.order("red", "sell 3 robots").now["red"]["credits"] == 49


def test_what_is_legal_is_not_sold_before_the_police():
    """TL-ILL-01"""
    game = Game("robots", "ore", "ore", red={"cargo": [lot("robots", 3, 6)]}).order(
        "red", "travel small", "settle"
    )
    assert game.refused("red", "sell illegal")[0] == "TL-ILL-01"


def test_of_part_of_a_kind_the_oldest_go_legally_and_the_dearest_illegally():
    """TL-FBS-03"""
    cargo = [lot("robots", 2, 4), lot("robots", 1, 13)]
    game = Game("robots", "ore", "ore", options={"free_trading": True}, red={"cargo": cargo})
    game.order("red", "travel small", "settle", "sell 1 robots")
    assert game.now["red"]["cargo"] == [lot("robots", 1, 4), lot("robots", 1, 13)]
    game = Game(
        "food", "ore", "ore", "no police", options={"free_trading": True}, red={"cargo": cargo}
    )
    game.order("red", "travel small", "settle", "sell illegal 1 robots")
    assert (game.now["red"]["cargo"], game.now["red"]["credits"]) == ([lot("robots", 2, 4)], 36)


def test_a_caught_smuggler_keeps_what_is_legal_and_may_buy():
    """TL-FBS-06, TL-ILL-05"""
    cargo = [lot("food", 1, 3), lot("robots", 1, 9)]
    game = Game(
        "food", "ore", "ore", "police", options={"free_trading": True}, red={"cargo": cargo}
    )
    game.order("red", "travel small", "settle", "sell illegal 1 robots")
    assert game.now["red"]["cargo"] == [lot("food", 1, 3)]
    assert game.order("red", "buy 1 food").now["red"]["credits"] == 5


def test_a_purchase_may_throw_the_old_cargo_away_to_make_room():
    """TL-BUY-06, TL-CAR-01"""
    game = Game("food", "food", "food", "ore", "ore", red={"cargo": [lot("robots", 5, 6)]}).order(
        "red", "travel big", "settle"
    )
    assert game.refused("red", "buy 3 food") == ("TL-BUY-06", "TL-CAR-02")
    assert game.order("red", "buy 3 food discarding cargo").now["red"]["cargo"] == [
        lot("food", 3, 3)
    ]


def test_what_only_the_expansion_sells_is_not_to_be_had_without_it():
    """BH-EQP-01"""
    game = Game("food", "ore", "ore").order("red", "travel small", "settle")
    assert game.refused("red", "buy 1 missiles") == ("BH-EQP-01",)
    assert game.refused("blue", "intercept") == ("BH-PVP-01",)


def test_a_table_may_set_the_bay_a_ceiling():
    """TL-ECB-06, TL-ECB-02"""
    game = Game(
        "food", "ore", "ore", options={"cargo_bay": True, "bay_limit": 3}, red={"credits": 99}
    ).order("red", "travel small", "settle")
    assert game.refused("red", "expand") == ("TL-ECB-06",)
    assert (
        Game("food", "ore", "ore")
        .order("red", "travel small", "settle")
        .refused("red", "expand")[0]
        == "TL-ECB-02"
    )


@pytest.mark.parametrize("place", range(3))
def test_the_bay_is_enlarged_at_any_moment_of_trading_and_once(place: int):
    """TL-ECB-05, TL-ECB-02: before the sale, between sale and purchase, after both."""
    orders = ["sell", "buy 1 ore"]
    orders.insert(place, "expand")
    game = in_trade().order("red", *orders)
    now = game.now["red"]
    assert (now["bay"], now["days"], now["credits"]) == (4, 4, 99 + 5 - 15 - 6)
    assert now["cargo"] == [lot("ore", 1, 6)]
    assert game.refused("red", "expand") == ("TL-ECB-02",)


def test_the_new_unit_serves_at_once():
    """TL-ECB-05"""
    game = in_trade().order("red", "sell", "expand")
    assert any(order.startswith("buy") for order in game.offered("red"))
    assert in_trade().order("red", "sell", "expand", "buy 2 ore").now["red"]["bay"] == 4


def test_the_sale_still_comes_before_the_purchase():
    """TL-SEL-05"""
    game = in_trade().order("red", "expand", "buy 1 ore discarding cargo")
    assert game.refused("red", "sell")[0] == "TL-SEL-05"


def test_in_games_of_the_first_revision_the_bay_comes_between_sale_and_purchase():
    """PR-RECORD-01"""
    game = in_trade(1).order("red", "expand")
    assert game.refused("red", "sell")[0] == "TL-ECB-05"
    game = in_trade(1).order("red", "sell", "buy 1 ore")
    assert game.refused("red", "expand") == ("TL-ECB-05",)
    assert "expand" not in game.offered("red")


def in_trade(revision: int = 0) -> Game:
    """Red, with food aboard, may trade where a die shows food and two show ore."""
    red = {"credits": 99, "cargo": [lot("food", 1, 2)]}
    game = Game("food", "ore", "ore", options={"cargo_bay": True}, revision=revision, red=red)
    return game.order("red", "travel small", "settle")


def test_the_last_day_is_the_end_of_a_trader():
    """TL-END-02, TL-END-04"""
    game = Game("food", "ore", "ore", options={"days": 25}, red={"days": 24}).order(
        "red", "travel small", "settle"
    )
    assert game.refused("red", "buy 1 food") == ("TL-END-02",)
    assert "buy 1 food" not in game.offered("red")
    assert game.order("red", "end").now["red"]["finished"]


def test_silence_of_who_has_no_day_left_finishes():
    """TL-PBM-01"""
    assert Game().pending.silence == "travel small"
    game = Game("food", "ore", "ore").order("red", "travel small")
    assert game.pending.silence == "settle"
    assert game.order("red", "settle").pending.silence == "end"
