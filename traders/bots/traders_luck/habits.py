"""A player's whole turn by habit: wishes by what is dear and can be paid, a sale above cost."""

from __future__ import annotations

from functools import cache, partial

from traders.bots.traders_luck.dice_wishes import Wish, fallen
from traders.bots.traders_luck.position_worth import LEAST, Holding, offered
from traders.bots.traders_luck.situation import Mind, expands, landed, resale
from traders.bots.traders_luck.whole_turn import Bought, Sale, WholeTurn, likely
from traders.engines.traders_luck.tables import tables

WISHED = 4
"""Dice of a kind that are enough for a player with an empty hold."""
MOST = 5
"""Wishes in a letter."""
POOR = 20
"""Credits below which a small gain is taken,"""
SMALL, GREAT = 4, 10
"""and what a purchase should bring at least: for who has fewer, and for all others."""


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
    """The goods first of which the purse pays what gains most."""
    gains = {
        good: min(WISHED, mind.credits // prices[WISHED - 1]) * (resale(good) - prices[WISHED - 1])
        for good, prices in tables().prices.items()
    }
    best = sorted(gains, key=gains.__getitem__, reverse=True)
    gainful = [good for good in best if gains[good] > 0] or tables().goods[:1]
    return [Wish(good, 1, WISHED) for good in gainful][:MOST]


def _sale(mind: Mind) -> Sale:
    """Above cost; at last, when no other trip and sale fit behind this one, at any price. Without a
    die of it only who can bear the loss, or must.
    """
    (good,) = mind.kinds
    prices, aboard = tables().prices[good], mind.me["aboard"]
    late = mind.left <= max(size.days for size in tables().size) + 2
    gains = [price for price in prices if price * aboard > mind.cost]
    lowest = min(prices) if late or not gains else min(gains)
    dares = 2 * mind.cost < mind.credits and mind.lot("smuggle") < 0.6
    return Sale(good, aboard, lowest, illegal=late or dares)


def _purchase(bay: int, held: Holding, throw: int) -> Bought:
    """What gains most by resale elsewhere, if it gains enough."""
    best: Bought = (0.0, 0, "")
    if held.left <= LEAST or held.cargo:
        return best
    enough = SMALL if held.credits < POOR else GREAT
    for good, shown, price, gain in _gainful(throw):
        n = min(shown, bay, held.credits // price)
        found = (n * gain, n, good)
        if found > best and n * gain >= enough:
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
