"""What a position in money, cargo and days is worth to who plays on, and what a planet's dice make
of it.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from traders.bots.traders_luck.planet_dice_odds import Odds, count, thrown, wished
from traders.engines.traders_luck.tables import tables

EARNED = 3.5
"""Credits that a day of trade earns whose money is no limit,"""
HALF = 25
"""and the wealth with which it earns half of them."""
ROUND = 3
"""Days that earn nothing: the last cargo is only sold in them."""
LEAST = 3
"""Days for a purchase after which the cargo can still be sold: one, a trip and a sale."""


class Cargo(NamedTuple):
    """Units of a good and what each was paid."""

    good: str
    n: int
    paid: int


class Holding(NamedTuple):
    """Credits, cargo, and days left."""

    left: int
    credits: int
    cargo: tuple[Cargo, ...] = ()

    @property
    def aboard(self) -> int:
        """Units in the hold."""
        return sum(lot.n for lot in self.cargo)


@cache
def escape() -> float:
    """The odds of an illegal sale (TL-ILL-01)."""
    faces = tables().faces("police")
    return 1 - faces.count("police") / len(faces)


@cache
def resale(good: str, paid: int, left: int) -> float:
    """What a unit brings elsewhere, on the biggest planet for which days are left."""
    sizes = [size for size in tables().size if size.days < left]
    return max((_resale(good, paid, size.dice) for size in sizes), default=0)


@cache
def _resale(good: str, paid: int, dice: int) -> float:
    """What it brings where so many dice are thrown, for themselves or for one of its kind."""
    illegal = escape() * tables().trade.illegal_times * paid

    def brings(odds: Odds) -> float:
        return sum(
            p * (tables().prices[good][shown - 1] if (shown := count(throw, good)) else illegal)
            for throw, p in odds.items()
        )

    return max(brings(thrown(dice)), brings(wished(good, 1, dice)))


@cache
def worth(holding: Holding) -> float:
    """The credits that a holding should come to in the end."""
    left, wealth = holding.left, float(holding.credits)
    for lot in holding.cargo:
        wealth += lot.n * resale(lot.good, lot.paid, left)
    days = left - ROUND - bool(holding.cargo)
    return wealth + max(0, days) * EARNED * wealth / (wealth + HALF)


class Landing:
    """A planet on which a holding has landed: the dice decide."""

    def __init__(self, holding: Holding, bay: int) -> None:
        self.holding, self.bay = holding, bay
        self._known: dict[int, float] = {}

    def comes_to(self, throw: int) -> float:
        """What the dice are worth by the best sale and purchase."""
        found = self._known.get(throw)
        if found is None:
            found = self._known[throw] = self.best(throw)[0]
        return found

    def expected(self, odds: Odds, aside: int = 0) -> float:
        """The same before the dice have fallen, beside dice set aside."""
        return sum([p * self.comes_to(throw + aside) for throw, p in odds.items()])

    def best(self, throw: int) -> tuple[float, str]:
        """The best sale, `sell`, `sell illegal` or none, and what it comes to."""
        if not self.holding.cargo or not self.holding.left:
            return self.unsold(throw), ""
        return max((self.unsold(throw), ""), self.sale(throw))

    def unsold(self, throw: int) -> float:
        """What it comes to without a sale."""
        return bought(self.holding, throw, self.bay)[0]

    def sale(self, throw: int) -> tuple[float, str]:
        """What it comes to with one, and which."""
        paid = self.after_sale(throw)
        illegal = sum(lot.n * lot.paid for lot in self.holding.cargo if not count(throw, lot.good))
        if not illegal:
            return bought(paid, throw, self.bay)[0], "sell"
        twice = paid.credits + illegal * tables().trade.illegal_times
        value = escape() * bought(paid._replace(credits=twice), throw, self.bay)[0]
        return value + (1 - escape()) * bought(paid, throw, self.bay)[0], "sell illegal"

    def after_sale(self, throw: int) -> Holding:
        """What is held when all that dice show has been sold, and the rest lost."""
        held, prices = self.holding, tables().prices
        paid = sum(
            lot.n * prices[lot.good][shown - 1]
            for lot in held.cargo
            if (shown := count(throw, lot.good))
        )
        return Holding(held.left - 1, held.credits + paid)


@cache
def offered(throw: int) -> tuple[tuple[str, int, int], ...]:
    """Goods that dice show, how many, and their price."""
    return tuple(
        (good, shown, tables().prices[good][shown - 1])
        for good in tables().goods
        if (shown := count(throw, good))
    )


def bought(holding: Holding, throw: int, bay: int) -> tuple[float, int, str]:
    """What the holding comes to by the best purchase, none as 0 of nothing. For none is cargo of
    another kind thrown away (TL-BUY-06).
    """
    best = (worth(holding), 0, "")
    if holding.left < LEAST:
        return best
    for good, shown, price in offered(throw):
        n = min(shown, bay - holding.aboard, holding.credits // price)
        if n > 0 and all(lot.good == good for lot in holding.cargo):
            cargo = (*holding.cargo, Cargo(good, n, price))
            then = Holding(holding.left - 1, holding.credits - n * price, cargo)
            best = max(best, (worth(then), n, good))
    return best
