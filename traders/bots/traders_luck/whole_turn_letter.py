"""A whole turn as one letter: trip, wishes for the dice, sale, bay, purchases, end (TL-PBM-03). Its
lines are written so that none can be refused, whatever the dice show.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from traders.bots.traders_luck.dice_wishes import Wish
from traders.bots.traders_luck.planet_dice_odds import Odds, count
from traders.bots.traders_luck.position_worth import Holding, escape
from traders.engines.traders_luck.position.display_names import units
from traders.engines.traders_luck.tables import tables

POSSIBLE = "possible"
MOST = 4
"""Purchases in a letter,"""
LINES = 10
"""and lines in all, of purchases one at least."""
Bought = tuple[float, int, str]
"""What a purchase brings, of how many units of what; 0 units for none."""


class Sale(NamedTuple):
    """The cargo, all of one good, is sold at this price or more; `illegal`: or where none is
    shown.
    """

    good: str
    n: int
    price: int
    illegal: bool

    def is_sure(self, *, known: bool) -> bool:
        """Whether it is made whatever the dice show; where they are `known`, it was decided so."""
        return known or (self.illegal and 0 < self.price <= min(tables().prices[self.good]))

    @property
    def legal(self) -> str:
        """The condition of its legal sale."""
        if self.price <= min(tables().prices[self.good]):
            return f"{self.good} {_are(self.good)} legal"
        return f"{self.good} {_cost(self.good)} {self.price} or more"


class Purchase(NamedTuple):
    """So many units of a good."""

    n: int
    good: str


class WholeTurn(NamedTuple):
    """A turn as it is meant. `size`: "" where the planet of the turn before is followed, whose dice
    are known. `aside`: a good of which one die is set aside before all wishes, where
    it is shown.
    """

    size: str
    wishes: Sequence[Wish]
    sale: Sale | None
    purchases: Sequence[Purchase]
    aside: str = ""
    expand: bool = False
    last: bool = False
    """No trade can come of the days that are left after it."""


def after(held: Holding, sale: Sale, shown: int) -> list[tuple[Holding, float]]:
    """What is held after the sale where so many dice show its good, and how probable that is."""
    price = tables().prices[sale.good][shown - 1] if shown else 0
    sold = Holding(held.left - 1, held.credits + sale.n * price)
    if shown:
        return [(sold if 0 < sale.price <= price else held, 1)]
    twice = sum(lot.n * lot.paid for lot in held.cargo) * tables().trade.illegal_times
    escaped = sold._replace(credits=sold.credits + twice)
    return [(escaped, escape()), (sold, 1 - escape())] if sale.illegal else [(held, 1)]


def likely(
    held: Holding, sale: Sale | None, odds: Odds, best: Callable[[Holding, int], Bought]
) -> list[Purchase]:
    """The purchases that bring most by what dice are likely to show, those first that bring most
    where they can be made; `best` says which is, and what it brings.
    """
    found: dict[Purchase, list[float]] = {}
    dice = len(tables().prices[sale.good]) if sale else 0
    outcomes = [after(held, sale, n) if sale else [(held, 1)] for n in range(dice + 1)]
    for throw, p in odds.items():
        for then, q in outcomes[count(throw, sale.good) if sale else 0]:
            gain, n, good = best(then, throw)
            if n:
                brings = found.setdefault(Purchase(n, good), [0, 0])
                brings[0] += p * q * gain
                brings[1] += p * q
    most = sorted(found, key=lambda one: found[one][0], reverse=True)[:MOST]
    return _reached(sorted(most, key=lambda one: found[one][0] / found[one][1], reverse=True))


def _reached(purchases: Sequence[Purchase]) -> list[Purchase]:
    """Without those that are never reached: more of a good than a purchase before them, which can
    be made wherever they can.
    """
    return [
        one
        for n, one in enumerate(purchases)
        if not any(other.good == one.good and other.n < one.n for other in purchases[:n])
    ]


def letter(turn: WholeTurn) -> str:
    """The lines of the turn."""
    aside = f"keep {turn.aside} if {turn.aside} {_are(turn.aside)} legal"
    lines = [
        f"travel {turn.size}" if turn.size else "follow",
        *([aside] if turn.aside else []),
        *map(_wish, turn.wishes),
        *(_sale(turn.sale, known=not turn.size) if turn.sale else []),
        *(["expand"] if turn.expand else []),
    ]
    left = max(1, LINES - 1 - len(lines))
    closing = "finish" if turn.last else "end"
    return "\n".join([*lines, *_purchases(turn.purchases[:left]), closing])


def _wish(wish: Wish) -> str:
    line = f"keep {wish.good} until {wish.until}"
    several = f" if {wish.shown} {wish.good} show"
    return line + (several if wish.shown > 1 else "")


def _sale(sale: Sale, *, known: bool) -> list[str]:
    """How the cargo is sold; where the dice are `known`, if it has not come from there
    (TL-SEL-03).
    """
    legal = [f"sell if {POSSIBLE if known else sale.legal}"] if sale.price else []
    here = POSSIBLE if known else f"{sale.good} {_are(sale.good)} illegal"
    illegal = f"sell illegal if {here}"
    return [*legal, *([illegal] if sale.illegal else [])]


def _purchases(purchases: Sequence[Purchase]) -> list[str]:
    """The first that can be made; none where none can."""
    lines = [f"buy {units(*one)}" for one in purchases]
    return [
        f"{'otherwise ' if n else ''}{line}{'' if n < len(lines) - 1 else ' if possible'}"
        for n, line in enumerate(lines)
    ]


def _are(good: str) -> str:
    return "are" if good == "robots" else "is"


def _cost(good: str) -> str:
    return "cost" if good == "robots" else "costs"
