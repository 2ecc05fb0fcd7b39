"""A bot's market: sale, bay, purchase, in this order."""

from __future__ import annotations

from collections.abc import Sequence

from traders.bots.traders_luck import combat
from traders.bots.traders_luck.situation import Mind, expands
from traders.engines.traders_luck.display_names import name_of

LAST = 4
"""Days left below which nothing new is bought."""


def trade(mind: Mind, orders: Sequence[str]) -> str:
    """What is worth a day, else the end of the turn."""
    if "sell" in orders and (
        mind.worth_here > mind.cost or mind.left <= LAST or mind.lot("sell") < 0.15
    ):
        return "sell"
    if "sell illegal" in orders and (
        mind.left <= LAST or (2 * mind.cost < mind.credits and mind.lot("smuggle") < 0.6)
    ):
        return "sell illegal"
    if "expand" in orders and expands(mind):
        return "expand"
    best = max(
        ((worth(mind, order), order) for order in orders if order.startswith("buy ")),
        default=(0.0, ""),
    )
    return with_equipment(mind, orders, best[1]) if best[0] > 0 else "end"


def with_equipment(mind: Mind, orders: Sequence[str], order: str) -> str:
    """A purchase of goods with shields or missiles for what money is left: they are had on the same
    day.
    """
    words = order.split()
    ware = name_of(words[2])
    if ware not in mind.market:
        return " ".join([words[0], str(min(int(words[1]), combat.MISSILES)), *words[2:]])
    price: int = mind.market[ware]["price"]
    for extra, enough in (("shields", 3), ("missiles", 2)):
        n = min(enough - mind.me.get(extra, 0), (mind.credits - int(words[1]) * price) // 2)
        if n > 0 and any(
            other.startswith("buy") and name_of(other.split()[2]) == extra for other in orders
        ):
            return " ".join([*words[:3], f"and {n} {extra}", *words[3:]])
    return order


def worth(mind: Mind, order: str) -> float:
    """What a purchase should bring beyond its price; less what it throws away."""
    words = order.split()
    n, ware = int(words[1]), name_of(words[2])
    if mind.left <= LAST:
        return 0.0
    if ware == "missiles" and combat.wants_missiles(mind):
        return 6.0
    if ware not in mind.market:
        few: bool = mind.me.get(ware, 0) < 2 and mind.left > 10
        return (
            1.5
            if few
            and (mind.cargo if ware == "shields" else mind.credits > 9)
            and mind.lot(ware) < 0.6
            else 0.0
        )
    lost = mind.cost if "discarding" in order else 0
    price: int = mind.market[ware]["price"]
    return n * (mind.resale(ware) - price) - lost - 1.0
