"""How likely a captain reaches the goal before a rival does, who may be there after every action of
his: reckoned once for a chart, for every planet, purse, number of damage points and order in hand.

Reckoned are the dice of flying and of offloading, damage, repairs, machine spirits bought, the loss
of a ship, what may be drawn, and an order given up for another. Rivals hinder nobody else
(IT-TRN-05).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from traders.bots.imperial_trader.flight_outcomes import PACE, flight, hurt
from traders.engines.imperial_trader.position.state import Place
from traders.engines.imperial_trader.sub_sector.chart_routes import Charted, spaces_to
from traders.engines.imperial_trader.tables import tables, upgrade_of

SPIRITS = "spirits"
SWEEPS = 4
"""Times that all is reckoned from what was reckoned before: a repair now is paid by a delivery
later.
"""
FIRST_GUESS = 3
"""Actions that a step of credits takes, before anything is reckoned: rather too many."""
Row = list[float]
"""By damage points left; 0, the ship is lost."""
Hands = list[list[list[Row]]]
"""By credits, order and planet."""


class Errand(NamedTuple):
    """A buy order, where it is picked up and dropped off, and what it pays."""

    order: str
    start: str
    goal: str
    pay: int


class Race(NamedTuple):
    """What else the likelihoods rest on: the most damage points, whether there are autoloaders, and
    the credits that win.
    """

    most: int
    autoloaders: bool
    wanted: int


class Prospects:
    """The likelihoods, by whether the ship has machine spirits, credits in steps of a repair's
    cost, planet and damage points: with empty hands (`free`), with an order in hand (`held`), with
    its cargo aboard (`loaded`).
    """

    def __init__(
        self, known: Charted, ports: frozenset[str], errands: Sequence[Errand], race: Race
    ) -> None:
        game = tables().game
        self.unit, self.race, self.errands = game.repair_cost, race, tuple(errands)
        self.place = {one.name: n for n, one in enumerate(known.planets)}
        self.number = {one.order: n for n, one in enumerate(errands)}
        self.ports = [one.name in ports for one in known.planets]
        self.far = [
            [spaces_to(known, Place(one.name), other.name) for other in known.planets]
            for one in known.planets
        ]
        self.steps = -(-race.wanted // self.unit)
        self.price = -(-upgrade_of(SPIRITS).cost // self.unit)
        planets, points = range(len(known.planets)), range(race.most + 1)
        guess = [float(PACE ** (FIRST_GUESS * (self.steps - c))) for c in range(self.steps)]
        rows = [[[guess[c] for _ in points] for _ in planets] for c in range(self.steps)]
        self.free = [list(rows) for _ in (False, True)]
        self.held: list[Hands] = [[[row for _ in errands] for row in rows] for _ in self.free]
        self.loaded: list[Hands] = [[[row for _ in errands] for row in rows] for _ in self.free]
        self.lost = guess[0]
        """From the loss of the ship (IT-DMG-02, IT-DMG-03)."""
        for _ in range(SWEEPS if errands else 0):
            for spirits in (True, False):
                self._sweep(spirits)
            self.lost = max(row[min(game.damage_points, race.most)] for row in self.free[False][0])

    def _sweep(self, spirits: bool) -> None:
        for c in range(self.steps - 1, -1, -1):
            orders = range(len(self.errands))
            self.loaded[spirits][c] = [self._loaded(spirits, c, n) for n in orders]
            self.held[spirits][c] = self._held(spirits, c)
            self.free[spirits][c] = self._free(spirits, c)

    # --- one step of credits ----------------------------------------------------------------------

    def _loaded(self, spirits: bool, c: int, n: int) -> list[Row]:
        """By planet: to the goal, where a die decides on the pay (IT-WRK-03, IT-WRK-04)."""
        errand, before = self.errands[n], [self.loaded[spirits][low][n] for low in range(c)]
        goal = self.place[errand.goal]
        docked = self._docked(spirits, c + errand.pay // self.unit, goal)
        self._repaired(docked, goal, [one[goal] for one in before])
        buys = not spirits and c >= self.price
        rows = [self._flown(spirits, far[goal], docked) for far in self.far]
        for planet, row in enumerate(rows):
            bought = self.loaded[True][c - self.price][n][planet] if buys else ()
            self._repaired(row, planet, [one[planet] for one in before], bought)
        return rows

    def _docked(self, spirits: bool, paid: int, goal: int) -> Row:
        game, row = tables().game, [self.lost]
        fails = len(game.accident_on) / game.die
        for d in range(1, self.race.most + 1):
            again, stays = 0.0, 0.0
            for left, odds in hurt(d, self.race.autoloaders):
                if left == d:
                    stays += odds
                else:
                    again += odds * row[left]
            then = 1 if paid >= self.steps else self.free[spirits][paid][goal][d]
            row.append(PACE * ((1 - fails) * then + fails * again) / (1 - PACE * fails * stays))
        return row

    def _held(self, spirits: bool, c: int) -> list[list[Row]]:
        """By order and planet: fetch it, or give it up for one that is drawn (IT-DEA-03)."""
        found = []
        for n, errand in enumerate(self.errands):
            start = self.place[errand.start]
            fetched = [self.lost, *(PACE * then for then in self.loaded[spirits][c][n][start][1:])]
            found.append([self._flown(spirits, far[start], fetched) for far in self.far])
        buys = not spirits and c >= self.price
        kept = [[list(row) for row in rows] for rows in found]
        for n, rows in enumerate(found):
            for planet, row in enumerate(rows):
                for d in range(1, self.race.most + 1):
                    own = kept[n][planet][d]
                    drawn = sum([max(own, rows[planet][d]) for rows in kept])
                    row[d] = max(own, PACE * drawn / len(kept))
                bought = self.held[True][c - self.price][n][planet] if buys else ()
                before = [self.held[spirits][low][n][planet] for low in range(c)]
                self._repaired(row, planet, before, bought)
        return found

    def _free(self, spirits: bool, c: int) -> list[Row]:
        """By planet: a card is drawn (IT-DEA-01)."""
        buys, rows = not spirits and c >= self.price, []
        for planet in range(len(self.far)):
            row = [self.lost]
            for d in range(1, self.race.most + 1):
                drawn = sum([rows[planet][d] for rows in self.held[spirits][c]])
                row.append(PACE * drawn / len(self.errands))
            bought = self.free[True][c - self.price][planet] if buys else ()
            self._repaired(
                row, planet, [self.free[spirits][low][planet] for low in range(c)], bought
            )
            rows.append(row)
        return rows

    def _flown(self, spirits: bool, spaces: int, there: Row) -> Row:
        """The row at the end of a way, at its beginning."""
        return [
            self.lost,
            *(self.flown(spirits, spaces, there, d) for d in range(1, self.race.most + 1)),
        ]

    def flown(self, spirits: bool, spaces: int, there: Row, damage: int) -> float:
        """The likelihood at the beginning of a way, with the row at its end."""
        left, lost = flight(spaces, damage, spirits)
        return lost * self.lost + sum([odds * there[d] for d, odds in left])

    def _repaired(
        self, row: Row, planet: int, before: Sequence[Row], bought: Sequence[float] = ()
    ) -> None:
        """Where it helps, damage points or machine spirits are bought first (IT-SHP-03,
        IT-SHP-05).
        """
        if not self.ports[planet]:
            return
        for d in range(1, len(bought)):
            row[d] = max(row[d], PACE * bought[d])
        for d in range(1, self.race.most):
            for points in range(1, min(self.race.most - d, len(before)) + 1):
                row[d] = max(row[d], PACE * before[len(before) - points][d + points])


@lru_cache(maxsize=32)
def prospects(
    known: Charted, ports: frozenset[str], errands: tuple[Errand, ...], race: Race
) -> Prospects:
    """The same for the same chart, orders and race."""
    return Prospects(known, ports, errands, race)
