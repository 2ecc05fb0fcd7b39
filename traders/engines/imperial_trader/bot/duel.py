"""How likely a captain is at the goal before one rival, who comes nearer and falls back as players
do: reckoned once for a chart, for every place, order in hand, purse and number of damage points,
and for each step of the rival's nearness.

It is for games of two in which each holds one order at most. Left out are armored hulls and
autoloaders, and which cards the rival will hold.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from traders.engines.imperial_trader.bot.flights import hurt
from traders.engines.imperial_trader.bot.nearness import ROUND
from traders.engines.imperial_trader.bot.prospects import SPIRITS, Errand
from traders.engines.imperial_trader.bot.sector import Situation
from traders.engines.imperial_trader.chart_routes import Charted, advance, shortest
from traders.engines.imperial_trader.state import Place
from traders.engines.imperial_trader.tables import tables, upgrade_of

ROUNDS = (8, 6)
"""Times that all is reckoned, and so many rounds ahead with each number of credits."""
GUESS = (20, 55, 103, 152, 201, 255, 311, 370, 434, 488, 549, 608, 662, 706, 759, 792)
"""In how many races of a thousand the goal is reached first, by the rival's nearness, before
anything is reckoned: as it is after the loss of a ship.
"""
Worths = NDArray[np.float32]
"""By place, the rival's nearness, order in hand, machine spirits or not, credits in steps of a
repair's cost, and damage points; 0, the ship is lost.
"""


class Duel:
    """The likelihoods by how many actions of the turn are left (`left`). An order in hand has a
    number from 1; with its cargo aboard, so many more as there are orders.
    """

    def __init__(
        self, known: Charted, ports: frozenset[str], errands: tuple[Errand, ...], wanted: int
    ) -> None:
        game = tables().game
        self.unit, self.errands, self.most = game.repair_cost, errands, game.damage_points
        self.steps = -(-wanted // self.unit)
        self.price = upgrade_of(SPIRITS).cost // self.unit
        self.number = {one.order: n for n, one in enumerate(errands, 1)}
        places = _places(known)
        self.place = {place: n for n, place in enumerate(places)}
        self.place |= {known.turned(one): n for n, one in enumerate(places) if one.to}
        self.yards = [self.place[Place(name)] for name in sorted(ports)]
        self.planets = len(known.planets)
        self.flights = [self._flights(known, places, one.name) for one in known.planets]
        self.worn = [_points(self.most, spirits=spirits) for spirits in (False, True)]
        self.left = self._reckoned(len(places))

    def worth(self, left: int, nearness: int, now: Situation) -> float:
        """How likely the goal is reached first, with so many actions left in the turn."""
        credits, hand = now.credits // self.unit, 0
        if credits >= self.steps:
            return 1.0
        for one in now.hand:
            hand = self.number[one.errand.order] + one.aboard * len(self.errands)
        spirits, place = int(SPIRITS in now.upgrades), self.place[now.place]
        return float(self.left[left][place, nearness, hand, spirits, credits, now.damage])

    def _flights(
        self, known: Charted, places: list[Place], goal: str
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """How likely a flight leads from place to place: without damage, and with a die that brings
        some.
        """
        game = tables().game
        sound, worn = np.zeros((2, len(places), len(places)), np.float32)
        for n, place in enumerate(places):
            for face in range(1, game.die + 1):
                there = advance(known, place, shortest(known, place, goal), face)
                (worn if face in game.wear_on else sound)[n, self.place[there]] += 1 / game.die
        return sound, worn

    # --- reckoning ----------------------------------------------------------------------------

    def _reckoned(self, places: int) -> list[Worths]:
        """From round to round backwards: much is earned later from what is earned first, and little
        the other way round, by repairs and lost ships.
        """
        shape = (places, len(ROUND), 2 * len(self.errands) + 1, 2, self.steps, self.most + 1)
        rival = np.array(ROUND, np.float32) / np.float32(1000)
        guess = np.array(GUESS, np.float32)[:, None, None, None, None] / np.float32(1000)
        over, one, begun = (np.broadcast_to(guess, shape).copy() for _ in range(3))
        for rounds in ROUNDS:
            for c in range(self.steps - 1, -1, -1):
                for _ in range(rounds):
                    flat = begun[..., c, :].reshape(places, len(ROUND), -1)
                    over[..., c, :] = np.matmul(rival, flat).reshape(over[..., c, :].shape)
                    one[..., c, :] = self._acted(over, c)
                    begun[..., c, :] = self._acted(one, c)
        return [over, one, begun]

    def _acted(self, then: Worths, c: int) -> Worths:
        """With so many credits before the best action, from what is after it; that may be none."""
        lost = then[: self.planets, :, 0, 0, 0, -1].max(axis=0)
        then[..., c, 0] = lost[:, None, None]
        here = np.ascontiguousarray(then[..., c, :])
        best = here.copy()
        self._fly(here, best)
        self._deal(here, best)
        self._work(then, c, best)
        self._buy(then, c, best)
        return best

    def _fly(self, here: Worths, best: Worths) -> None:
        """A die decides how far, and a 1 brings damage (IT-FLY-01, IT-FLY-06)."""
        worn = np.stack([here[..., n, :] @ self.worn[n] for n in (0, 1)], axis=-2)
        before, after, after_worn = (
            one.reshape(*one.shape[:2], -1).swapaxes(0, 1) for one in (best, here, worn)
        )  # by nearness: products so small that the processor's other cores are left alone
        for sound, wears in self.flights:
            np.maximum(before, sound @ after + wears @ after_worn, out=before)

    def _deal(self, here: Worths, best: Worths) -> None:
        """A card is drawn; of two the better one is kept (IT-DEA-01, IT-DEA-03)."""
        here, best, orders = here[: self.planets], best[: self.planets], len(self.errands)
        drawn = here[:, :, 1 : orders + 1]
        best[:, :, 0] = np.maximum(best[:, :, 0], drawn.mean(axis=2))
        for hand in range(1, 2 * orders + 1):
            others = [n for n in range(orders) if n != (hand - 1) % orders]
            kept = np.maximum(drawn[:, :, others], here[:, :, hand, None]).mean(axis=2)
            best[:, :, hand] = np.maximum(best[:, :, hand], kept)

    def _work(self, then: Worths, c: int, best: Worths) -> None:
        """Cargo is loaded, and offloaded by a die (IT-WRK-02 to IT-WRK-05)."""
        game, orders = tables().game, len(self.errands)
        fails = np.float32(len(game.accident_on) / game.die)
        for n, errand in enumerate(self.errands, 1):
            start, goal = self.place[Place(errand.start)], self.place[Place(errand.goal)]
            loaded = then[start, :, n + orders, :, c]
            best[start, :, n] = np.maximum(best[start, :, n], loaded)
            paid = c + errand.pay // self.unit
            done = then[goal, :, 0, :, paid] if paid < self.steps else np.float32(1.0)
            failed = then[goal, :, n + orders, :, c] @ self.worn[0]
            best[goal, :, n + orders] = np.maximum(
                best[goal, :, n + orders], (1 - fails) * done + fails * failed
            )

    def _buy(self, then: Worths, c: int, best: Worths) -> None:
        """At a yard points are repaired, or machine spirits bought (IT-SHP-03, IT-SHP-05)."""
        for yard in self.yards:
            for n in range(1, min(self.most - 1, c) + 1):
                found = best[yard, ..., 1 : self.most + 1 - n]
                np.maximum(found, then[yard, ..., c - n, 1 + n :], out=found)
            if c >= self.price:
                found = best[yard, :, :, 0]
                np.maximum(found, then[yard, :, :, 1, c - self.price], out=found)


def _places(known: Charted) -> list[Place]:
    """The planets, and each lane's spaces from one of its ends."""
    return [
        *(Place(one.name) for one in known.planets),
        *(Place(one.a, one.b, n) for one in known.lanes for n in range(1, one.spaces + 1)),
    ]


def _points(most: int, *, spirits: bool) -> NDArray[np.float32]:
    """What is left of damage points after a 1: to be multiplied with likelihoods by points."""
    found = np.zeros((most + 1, most + 1), np.float32)
    for damage in range(1, most + 1):
        for left, odds in hurt(damage, spirits):
            found[left, damage] += odds
    return found


@lru_cache(maxsize=4)
def duel(known: Charted, ports: frozenset[str], errands: tuple[Errand, ...], wanted: int) -> Duel:
    """The same for the same chart, orders and goal."""
    return Duel(known, ports, errands, wanted)
