"""How likely a captain is at the goal before one rival, who comes nearer and falls back as players
do: for a chart, for every place, order in hand, purse and number of damage points, and for each
step of the rival's nearness.

It is for games of two in which each holds one order at most. Left out are armored hulls and
autoloaders, and which cards the rival will hold. `tools/duel_win_chance_solver.py` reckons it once;
here it is looked up.
"""

from __future__ import annotations

import lzma
from array import array
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from traders.bots.imperial_trader.rival_progress import ROUND
from traders.bots.imperial_trader.situation import Situation
from traders.bots.imperial_trader.win_chance_table import SPIRITS, Errand
from traders.engines.imperial_trader.position.state import Place
from traders.engines.imperial_trader.sub_sector.chart_routes import Charted
from traders.engines.imperial_trader.tables import tables, upgrade_of
from traders.engines.kernel.book.package_files import kept

FILE = "duel.xz"
"""What was reckoned for the printed chart till nothing changed, by `python -m
tools.duel_win_chance_solver`.
"""
STEPS = 8191
"""The steps in which a likelihood is kept."""
KEPT = (2, 1)
"""The actions left of the turn for which it is kept, in this order. With none left comes the
rival's round, and what is after that.
"""


class Race(NamedTuple):
    """What the likelihoods rest on."""

    known: Charted
    ports: frozenset[str]
    errands: tuple[Errand, ...]
    wanted: int
    """The credits that win."""


class Duel:
    """The likelihoods of a race. An order in hand has a number from 1; with its cargo aboard, so
    many more as there are orders.
    """

    def __init__(self, of: Race, steps: array[int]) -> None:
        known, _, errands, wanted = self.of = of
        game = tables().game
        self.unit, self.errands, self.most = game.repair_cost, errands, game.damage_points
        self.steps = -(-wanted // self.unit)
        self.price = upgrade_of(SPIRITS).cost // self.unit
        self.number = {one.order: n for n, one in enumerate(errands, 1)}
        self.places = _places(known)
        self.place = {place: n for n, place in enumerate(self.places)}
        self.place |= {known.turned(one): n for n, one in enumerate(self.places) if one.to}
        self.planets = len(known.planets)
        self.hands = 2 * len(errands) + 1
        self.kept = steps

    def worth(self, left: int, nearness: int, now: Situation) -> float:
        """How likely the goal is reached first, with so many actions left in the turn."""
        credits, hand = now.credits // self.unit, 0
        if credits >= self.steps:
            return 1
        if not now.damage:  # the ship is lost, and the next one begins where it is worth most
            whole = self._inner(0, 0, 0, self.most)
            return max(self._at(left, nearness, one, whole) for one in range(self.planets))
        for one in now.hand:
            hand = self.number[one.errand.order] + one.aboard * len(self.errands)
        inner = self._inner(hand, int(SPIRITS in now.upgrades), credits, now.damage)
        return self._at(left, nearness, self.place[now.place], inner)

    def _inner(self, hand: int, spirits: int, credits: int, damage: int) -> int:
        """Where a likelihood stands among those of a place and a nearness."""
        return ((hand * 2 + spirits) * self.steps + credits) * self.most + damage - 1

    def _at(self, left: int, nearness: int, place: int, inner: int) -> float:
        if left:
            n = (KEPT.index(left) * len(self.places) + place) * len(ROUND) + nearness
            return self.kept[n * self._inner(self.hands, 0, 0, 1) + inner] / STEPS
        return sum(
            share / 1000 * self._at(KEPT[0], then, place, inner)
            for then, share in enumerate(ROUND[nearness])
            if share
        )


def _places(known: Charted) -> list[Place]:
    """The planets, and each lane's spaces from one of its ends."""
    return [
        *(Place(one.name) for one in known.planets),
        *(Place(one.a, one.b, n) for one in known.lanes for n in range(1, one.spaces + 1)),
    ]


@lru_cache(maxsize=4)
def duel(of: Race) -> Duel | None:
    """What was kept, if it is of this race."""
    found, begins = kept(__package__, FILE), mark(of)
    if not found.startswith(begins):
        return None
    return Duel(of, array("H", lzma.decompress(found[len(begins) :])))


def mark(of: Race) -> bytes:
    """What a file begins with that is of this race."""
    known = (of.known.planets, of.known.lanes, sorted(of.ports), of.errands, of.wanted, ROUND)
    return blake2b(repr(known).encode(), digest_size=16).digest()
