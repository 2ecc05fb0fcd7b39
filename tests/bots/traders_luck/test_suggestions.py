"""What a trader is advised to order: prices, odds and the days left."""

from __future__ import annotations

from typing import Any

import pytest

from traders.bots.registry import bots
from traders.bots.traders_luck.situation import Mind
from traders.bots.traders_luck.suggestions import WORDS
from traders.bots.traders_luck.whole_turn_letter import Sale
from traders.domain.letters.plain_text_layout import WIDTH
from traders.engines.kernel.contract.contract import Turn
from traders.engines.kernel.contract.suggestion import SEED, Suggestion
from traders.engines.traders_luck import ENGINE
from traders.engines.traders_luck.tables import tables

BOTS = bots(ENGINE.name)


def advised(**start: Any) -> Suggestion:
    state = ENGINE.position(("red", "blue"), {"days": 50}, {"turn": "red", **start})
    pending = ENGINE.pending(state)
    assert isinstance(pending, Turn)
    found = BOTS.suggestion(ENGINE.view(state, "red"), pending, ENGINE.offers(state, "red"))
    assert found is not None
    return found


ROBOTS = {"credits": 3, "cargo": [{"good": "robots", "n": 2, "paid": 6}]}


def test_before_a_trip_it_is_a_whole_turn_and_tells_what_the_cargo_sells_at():
    """TL-PBM-02, TL-PBM-03"""
    found = advised(red={**ROBOTS, "days": 48}, blue={"days": 49})
    assert found.orders[0] == "travel small"
    assert found.orders[-3:] == (
        "sell if robots cost 6 or more",
        "sell illegal if robots are illegal",
        "end",
    )
    assert found.words.endswith(
        "`sell illegal` brings 24 (67 %) or loses the cargo. 42 %: a die shows robots; you "
        "sell at 13, or 6 if all 3 dice show it."
    )


def test_a_price_below_which_the_cargo_is_kept_is_told_with_those_that_may_come():
    """What is said of the sale fits the line that makes it."""
    found = advised(red={"credits": 10, "cargo": [{"good": "robots", "n": 2, "paid": 9}]})
    [least] = [order for order in found.orders if order.startswith("sell if ")]
    assert least == "sell if robots cost 13 or more"
    assert found.words.endswith(
        "60 %: a die shows robots; the price is then 13, or 3 if all 5 dice show it."
    )


def test_the_last_sale_of_a_game_is_not_followed_by_a_letter_that_asks_to_finish():
    """On dice that are known the sale is sure, and leaves too few days for a trade (TL-END-03)."""
    start: dict[str, Any] = {"planet": {"size": "small", "dice": ["luxury", "food", "food"]}}
    cargo = [{"good": "luxury", "n": 2, "paid": 12}]
    found = advised(red={"credits": 3, "days": 45, "cargo": cargo}, blue={"days": 46}, **start)
    assert found.orders == ("follow", "sell if possible", "finish")
    assert found.words.endswith("`finish` spares you a letter.")
    found = advised(red={"credits": 3, "days": 44, "cargo": cargo}, blue={"days": 45}, **start)
    assert found.orders[-2:] == ("buy 1 luxury if possible", "end")


@pytest.mark.parametrize(
    ("price", "illegal", "sure"), [(10, True, True), (10, False, False), (12, True, False)]
)
def test_a_sale_is_sure_where_it_is_made_at_any_price_and_also_illegally(price, illegal, sure):
    sale = Sale("luxury", 2, price, illegal)
    assert sale.is_sure(known=False) is sure
    assert sale.is_sure(known=True)


def test_wishes_for_the_dice_come_with_what_they_do():
    found = advised(red={"credits": 60})
    wishes = [order for order in found.orders if " until " in order]
    assert len(wishes) > 1
    assert found.words.startswith(f"`{wishes[0]}`: the rest is rolled again. Without")
    assert found.orders[-1] == "end"
    assert found.orders[-2].endswith("if possible")


def test_no_line_is_too_long_for_a_letter():
    for good in tables().goods:
        for credits in (0, 9, 40, 90):
            red = {"credits": credits, "cargo": [{"good": good, "n": 2, "paid": 5}]}
            assert max(map(len, advised(red=red).orders)) <= WIDTH - 2


@pytest.mark.parametrize(
    ("order", "dice", "red", "told"),
    [
        ("sell", "robots food ore", ROBOTS, "It brings 26 credits; you paid 12."),
        ("sell illegal", "ore food ore", {**ROBOTS, "days": 49}, "It brings 24 credits, twice"),
        ("buy 3 robots", "robots robots robots", {"credits": 20}, "You pay 6 each."),
        ("end", "food ore medicine", {"credits": 0}, "No trade here gains"),
    ],
)
def test_on_a_planet_it_tells_prices(order: str, dice: str, red: dict[str, Any], told: str):
    planet = {"size": "small", "dice": dice.split()}
    found = advised(red=red, blue={"days": 49}, stage="trade", planet=planet)
    assert found.orders == (order,)
    assert found.words.startswith(told)


@pytest.mark.parametrize(
    ("credits", "told"),
    [
        (3, "No good is for sale for the 3 credits that you have."),
        (7, "You can buy 1 food at 4; you have 7 credits."),
        (20, "You can buy 2 food at 4 or 1 robot at 13; you have 20 credits."),
    ],
)
def test_who_follows_is_told_what_can_be_bought_there(credits, told):
    """One good or another, since a purchase is of one (TL-BUY-02), and none that is too dear."""
    red = {"credits": credits, "days": 2}
    start: dict[str, Any] = {"turn": "red", "red": red, "blue": {"days": 5}}
    start["planet"] = {"size": "small", "dice": ["food", "food", "robots"]}
    state = ENGINE.position(("red", "blue"), {"days": 50}, start)
    words = WORDS["follow"](Mind(ENGINE.view(state, "red"), SEED), ["follow"])
    assert words.startswith(f"The dice there stay as they lie. {told}")
    assert "brings 0" not in words
