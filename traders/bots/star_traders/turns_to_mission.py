"""How many turns a Trader should need until its Imperial Mission, by Prestige and money: the
measure by which a seat weighs deliveries, stations, engines and the moment of its petition.

Reckoned backwards over all that a Trader may have, as if every turn brought a delivery with some
probability, and then one Action.
"""

from __future__ import annotations

from functools import lru_cache
from math import log
from typing import NamedTuple

from traders.engines.star_traders.edition import Edition, edition
from traders.engines.star_traders.edition.die_faces import FACES

COIN = 5
"""Money is reckoned in so many Stellors."""
PURSE = 24
"""As many coins are told apart."""
TOP = 30
STELLORS, PRESTIGE = 14, 3
"""What a delivery brings on average."""
OFTEN = 0.1
"""Deliveries to be expected of one engine in a turn."""
FREE = 0.6
"""How often a turn ends on a world where a station can be built."""
SWEEPS = 8
"""As often it is reckoned through: each time sees one more refused petition ahead."""


Outcome = tuple[int, int, int]
"""The price in coins, -1 for none, and what a refusal or an empty purse takes, in coins and
Prestige.
"""
Outcomes = tuple[Outcome, ...]
"""What a die can be made to come to."""


class Means(NamedTuple):
    """What the prospects depend on besides Prestige and money."""

    book: str
    engines: int
    patience: float
    """What a mission is worth a turn later, beside one now: less, the nearer a rival is."""
    prestige: int = 0
    stellors: int = 0
    """What the Personality adds to a delivery."""


class Prospects:
    """Turns until a mission, from every Prestige with every purse."""

    def __init__(self, means: Means) -> None:
        self.means, self._book = means, edition(means.book)
        self._often = min(0.9, OFTEN * means.engines)
        self._hope, self._acted = ([[0.0] * (PURSE + 1) for _ in range(TOP + 1)] for _ in range(2))
        self._outcomes = [outcomes_of(self._book, prestige) for prestige in range(TOP + 1)]
        for _ in range(SWEEPS):
            for prestige in range(TOP, -1, -1):
                for coins in range(PURSE, -1, -1):
                    self._reckon(prestige, coins)

    def _reckon(self, prestige: int, coins: int) -> None:
        """One turn: a delivery or none, then the best Action; what comes of waiting is solved, not
        waited for.
        """
        more = min(TOP, prestige + PRESTIGE + self.means.prestige)
        purse = min(PURSE, coins + (STELLORS + self.means.stellors) // COIN)
        heard = self._heard(prestige, coins)
        built = self._hope[min(TOP, prestige + 2)][coins - 1] if coins else 0
        brings = self.means.patience * self._often * self._acted[more][purse]
        none = self.means.patience * (1 - self._often)
        hope = max(
            brings / (1 - none),
            brings + none * (FREE * max(heard, built) + (1 - FREE) * heard),
            (brings + none * FREE * built) / (1 - none * (1 - FREE)),
        )
        idle = max(hope, heard)
        self._hope[prestige][coins] = hope
        self._acted[prestige][coins] = FREE * max(idle, built) + (1 - FREE) * idle

    def _heard(self, prestige: int, coins: int) -> float:
        """A petition now."""
        outcomes = self._outcomes[prestige]
        if not outcomes:
            return 0
        return sum(self._best(outcome, prestige, coins) for outcome in outcomes) / len(outcomes)

    def _best(self, outcomes: Outcomes, prestige: int, coins: int) -> float:
        """A die, with what the zone allows to be added to it or less."""
        return max(self._after(outcome, prestige, coins) for outcome in outcomes)

    def _after(self, outcome: Outcome, prestige: int, coins: int) -> float:
        price, lost, fallen = outcome
        if 0 <= price <= coins:
            return 1
        return self._hope[max(0, prestige - fallen)][max(0, coins - lost)]

    # --- what is asked of it ----------------------------------------------------------------------

    def hope(self, prestige: int, stellors: float) -> float:
        """What a Trader's chances are worth, 1 with a mission in hand."""
        row = self._hope[max(0, min(TOP, prestige))]
        coins = max(0, min(PURSE, stellors / COIN))
        whole = min(PURSE - 1, int(coins))
        return row[whole] + (row[whole + 1] - row[whole]) * (coins - whole)

    def turns(self, prestige: int, stellors: float) -> float:
        return log(max(1e-9, self.hope(prestige, stellors))) / log(self.means.patience)

    def petition(self, prestige: int, stellors: float, zap: int = 0) -> float:
        """What a petition now is worth, on the same measure as `hope`, where the die can be raised
        by `zap`.
        """
        prestige, coins = max(0, min(TOP, prestige)), min(PURSE, int(stellors // COIN))
        outcomes = self._outcomes[prestige]
        after = [self._best(outcome, prestige, coins) for outcome in outcomes]
        best = [max(after[die : die + zap + 1]) for die in range(len(after))]
        return sum(best) / len(best) if best else 0


def outcomes_of(book: Edition, prestige: int) -> list[Outcomes]:
    """By the die: what each addition that the zone allows comes to; empty where no petition is
    heard (ST-PETITION-02, ST-PETITION-10, ST-PETITION-11).
    """
    zone = book.zone(prestige)
    if not zone.mission_petition:
        return []
    return [
        tuple(_outcome(book, result) for result in range(die, die + zone.bonus + 1))
        for die in FACES
    ]


def _outcome(book: Edition, result: int) -> Outcome:
    row = book.petition_row(result)
    price = -(-row.price_stellors // COIN) if row.outcome != "denied" else -1
    return price, row.fail_stellors // COIN, row.fail_prestige


@lru_cache(maxsize=48)
def prospects(means: Means) -> Prospects:
    return Prospects(means)
