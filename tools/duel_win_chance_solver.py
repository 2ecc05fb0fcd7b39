"""Reckons how a master of Imperial Trader plays against one rival on the printed chart, and keeps
it beside the bot (`python -m tools.duel_win_chance_solver`): minutes of work, to be done again when
the bot's own tests say so.
"""

from __future__ import annotations

import lzma
from array import array
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from traders.bots import imperial_trader as bot
from traders.bots.imperial_trader.duel_win_chance import of_two
from traders.bots.imperial_trader.duel_win_chance_table import FILE, KEPT, STEPS, Duel, Race, mark
from traders.bots.imperial_trader.flight_outcomes import hurt
from traders.bots.imperial_trader.rival_progress import ROUND
from traders.bots.imperial_trader.situation import Sector
from traders.engines.imperial_trader import ENGINE
from traders.engines.imperial_trader.position.state import Place
from traders.engines.imperial_trader.sub_sector.chart_routes import Charted, advance, shortest
from traders.engines.imperial_trader.tables import tables

SEATS = ("red", "blue")
LEAST = 1e-5
"""A change from one round to the next that counts as none."""
Worths = NDArray[np.float32]
"""By place, the rival's nearness, order in hand, machine spirits or not, credits in steps of a
repair's cost, and damage points; 0, the ship is lost.
"""


class Reckoning(Duel):
    """The likelihoods by how many actions of the turn are left (`left`)."""

    def __init__(self, of: Race) -> None:
        super().__init__(of, array("H"))
        known = of.known
        self.yards = [self.place[Place(name)] for name in sorted(of.ports)]
        self.flights = [self._flights(known, self.places, one.name) for one in known.planets]
        self.worn = [_points(self.most, spirits=spirits) for spirits in (False, True)]
        self.rival = np.array(ROUND, np.float32) / np.float32(1000)
        shape = (len(self.places), len(ROUND), self.hands, 2, self.steps, self.most + 1)
        never = np.zeros(shape, np.float32)
        self.left = (never, never, never)

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

    def settle(self) -> None:
        """Reckon with so many rounds ahead that one more changes nothing."""
        while self.another_round() > LEAST:
            pass

    def another_round(self) -> float:
        """Reckon with one more, the rival's and two actions; by how much that changes it at
        most.
        """
        begun = self.left[2]
        flat = begun.reshape(*begun.shape[:2], -1)
        over = np.matmul(self.rival, flat).reshape(begun.shape)
        one = self._acted(over)
        self.left = (over, one, self._acted(one))
        return float(np.abs(self.left[2] - begun)[..., 1:].max())

    def _acted(self, then: Worths) -> Worths:
        """Before the best action, from what is after it; that may be none."""
        lost = then[: self.planets, :, 0, 0, 0, -1].max(axis=0)
        then[..., 0] = lost[:, None, None, None]
        return np.stack([self._best(then, c) for c in range(self.steps)], axis=-2)

    def _best(self, then: Worths, c: int) -> Worths:
        """The same with so many credits."""
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


def _points(most: int, *, spirits: bool) -> NDArray[np.float32]:
    """What is left of damage points after a 1: to be multiplied with likelihoods by points."""
    found = np.zeros((most + 1, most + 1), np.float32)
    for damage in range(1, most + 1):
        for left, odds in hurt(damage, spirits):
            found[left, damage] += odds
    return found


def packed(known: Reckoning) -> bytes:
    """What is kept: likelihoods in steps, pressed by what each differs from the one with fewer
    credits.
    """
    steps = [np.rint(known.left[left][..., 1:] * STEPS).astype("<u2") for left in KEPT]
    beside = {"id": lzma.FILTER_DELTA, "dist": steps[0].itemsize * known.most}
    pressed = lzma.compress(
        b"".join(one.tobytes() for one in steps),
        filters=[beside, {"id": lzma.FILTER_LZMA2, "preset": 9}],
    )
    return mark(known.of) + pressed


def begun(known: Duel) -> Reckoning:
    """A reckoning that goes on from what was kept."""
    found = Reckoning(known.of)
    kept = np.array(known.kept, np.float32).reshape(
        len(KEPT), *found.left[0].shape[:-1], known.most
    )
    last = np.zeros_like(found.left[0])
    last[..., 1:] = kept[KEPT.index(2)] / STEPS
    found.left = (last, last, last)
    return found


def main() -> None:
    """Write the file."""
    known = Reckoning(of_two(Sector(ENGINE.view(ENGINE.setup(SEATS, {}), SEATS[0]))))
    known.settle()
    Path(bot.__file__).with_name(FILE).write_bytes(packed(known))


if __name__ == "__main__":
    main()
