"""A player's whole turn by habit: wishes by what is dear and can be paid, a sale above cost."""

from __future__ import annotations

from functools import cache, partial

from traders.engines.traders_luck.bot import trade
from traders.engines.traders_luck.bot.prospects import Holding, offered
from traders.engines.traders_luck.bot.situation import Mind, expands, landed, resale
from traders.engines.traders_luck.bot.whole_turn import Bought, Sale, WholeTurn, likely
from traders.engines.traders_luck.bot.wishes import Wish, fallen
from traders.engines.traders_luck.tables import tables

WISHED = 3
"""Dice of a kind that are enough for a player with an empty hold."""
MOST = 5
"""Wishes in a letter."""


def turn(mind: Mind, size: str) -> WholeTurn:
    """The trip to a planet of this size, and what is made of the dice there."""
    sale = _sale(mind) if mind.cargo else None
    wishes = [Wish(sale.good, 1, 1)] if sale else _wishes(mind)
    there = tables().sized(size)
    held, bay = landed(mind, there.days)
    odds = fallen(tuple(wishes), there.dice)
    purchases = likely(held, sale, odds, partial(_purchase, bay))
    return WholeTurn(size, wishes, sale, purchases, expand=expands(mind))


def _wishes(mind: Mind) -> list[Wish]:
    """The dear goods first, of those of which the purse pays two."""
    goods = [
        good for good, prices in tables().prices.items() if 2 * prices[WISHED - 1] <= mind.credits
    ]
    dear = sorted(goods or tables().goods[:1], key=resale, reverse=True)
    return [Wish(good, 1, WISHED) for good in dear][:MOST]


def _sale(mind: Mind) -> Sale:
    """Above cost, at last at any price; without a die of it only who can bear the loss, or must."""
    (good,) = mind.kinds
    prices, aboard = tables().prices[good], mind.me["aboard"]
    late = mind.left <= trade.LAST + max(size.days for size in tables().size)
    gains = [price for price in prices if price * aboard > mind.cost]
    lowest = min(prices) if late or mind.lot("sell") < 0.15 or not gains else min(gains)
    dares = 2 * mind.cost < mind.credits and mind.lot("smuggle") < 0.6
    return Sale(good, aboard, lowest, illegal=late or dares)


def _purchase(bay: int, held: Holding, throw: int) -> Bought:
    """What gains most by resale elsewhere."""
    best: Bought = (0.0, 0, "")
    if held.left <= trade.LAST or held.cargo:
        return best
    for good, shown, price, gain in _gainful(throw):
        n = min(shown, bay, held.credits // price)
        found = (n * gain - 1.0, n, good)
        if found > best:
            best = found
    return best


@cache
def _gainful(throw: int) -> tuple[tuple[str, int, int, float], ...]:
    """Goods that dice show, how many, their price, and what a unit gains elsewhere, if it does."""
    return tuple(
        (good, shown, price, gain)
        for good, shown, price in offered(throw)
        if (gain := resale(good) - price) > 0
    )
