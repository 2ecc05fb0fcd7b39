"""What a trader is advised to order: prices, odds and the days left."""

from __future__ import annotations

from typing import Any

import pytest

from traders.engines.kernel.contract import Turn
from traders.engines.traders_luck import ENGINE


def words(order: str, **start: Any) -> str:
    state = ENGINE.position(("red", "blue"), {"days": 12}, {"turn": "red", **start})
    pending = ENGINE.pending(state)
    assert isinstance(pending, Turn)
    found = ENGINE.suggestion(ENGINE.view(state, "red"), pending, ENGINE.offers(state, "red"))
    assert found is not None
    assert found.orders == (order,)
    return found.words


ROBOT = {"credits": 3, "cargo": [{"good": "robots", "n": 1, "paid": 13}], "days": 7}


def test_before_a_trip_it_tells_what_the_cargo_sells_at():
    assert words("travel small", red={**ROBOT, "days": 10}, blue={"days": 11}) == (
        "You carry 1 robot, bought at 13. A small planet is 1 day away and has 3 dice. Robots on "
        "at least one (42 %): you sell at 13, 9 or 6. Else `sell illegal` brings 26, if the police "
        "die is blank (67 %); if not, you lose the cargo. 2 of 12 days are left."
    )


@pytest.mark.parametrize(
    ("order", "dice", "red", "told"),
    [
        ("sell", ["robots", "food", "ore"], {**ROBOT, "days": 9}, "It brings 13 credits"),
        ("sell illegal", ["ore", "food", "ore"], {**ROBOT, "days": 9}, "It brings 26 credits"),
        ("buy 2 food", ["food", "food", "ore"], {"credits": 8, "days": 3}, "You pay 4 each."),
        ("end", ["food", "ore", "medicine"], {"credits": 0, "days": 9}, "No trade here gains"),
    ],
)
def test_on_a_planet_it_tells_prices(order: str, dice: list[str], red: dict[str, Any], told: str):
    planet = {"size": "small", "dice": dice}
    assert words(order, red=red, blue={"days": 11}, stage="trade", planet=planet).startswith(told)
