"""What a captain's view says, in the form in which plans are made, and how far each situation is
from the goal.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from math import log
from typing import Any, NamedTuple

from traders.engines.imperial_trader.bot.flights import flight
from traders.engines.imperial_trader.bot.prospects import (
    SPIRITS,
    Errand,
    Prospects,
    Race,
    prospects,
)
from traders.engines.imperial_trader.chart_routes import Charted, charted, spaces_to
from traders.engines.imperial_trader.state import SETTLERS, Chart, Lane, Place, Planet
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.contract import View

PACES = ((30, 0.95), (15, 0.91), (0, 0.85))
"""How likely no rival is at the goal after one action more, by the actions that the first of them
needs at least.
"""
ALIEN_PAY = 20
"""What alien goods bring, more or less (IT-SHF-12)."""
WAR = 3.0
"""Actions that a planet at war is waited for."""
FALLEN = 10.0
"""Actions that a fallen world is waited for."""
NEAREST = 2
"""Stops thought of at each step of a plan, where many orders are held."""


class Carried(NamedTuple):
    """An order held, or a load without a card; `aboard`: its cargo is loaded."""

    errand: Errand
    aboard: bool

    @property
    def stop(self) -> str:
        """The planet where it is worked on next."""
        return self.errand.goal if self.aboard else self.errand.start


class Situation(NamedTuple):
    """A captain's own lot. `damage`: points left; 0, the ship is lost."""

    place: Place
    credits: int
    damage: int
    hand: tuple[Carried, ...]
    upgrades: frozenset[str]
    most: int
    """The maximum of damage points (IT-SHP-06)."""

    @property
    def planet(self) -> str:
        """The planet where the ship is, "" in a lane."""
        return "" if self.place.to else self.place.planet


class Sector:
    """The sub-sector, the rules and the deck as a view has them; and what is offered."""

    def __init__(self, view: View, offered: Collection[str] = ()) -> None:
        planets = tuple(Planet(one["name"], one["class"], one["export"]) for one in view["planets"])
        lanes = tuple(
            Lane(one["between"][0], one["between"][1], one["spaces"]) for one in view["lanes"]
        )
        self.known = _charted(planets, lanes)
        self.closed = {one["name"] for one in view["planets"] if one["closed"]}
        self.wars = {one["at"] for one in view["wars"]}
        self.open = {one["name"] for one in view["planets"] if not one["closed"] and one["settled"]}
        self.unsettled = sorted(one["name"] for one in view["planets"] if not one["settled"])
        self.ports = frozenset(one["name"] for one in view["planets"] if one["port"])
        self.deck = tuple(errand(one) for one in view["in_deck"]) if view["deck"] else ()
        self.limit: int = view["order_limit"]
        self.goal: int = view["goal"]
        self.pace = PACES[0][1]
        held = [one for seat in view["seats"] for one in seat["orders"]]
        lanes_pay = tables().game.pay_per_lane
        self.errands = tuple(
            sorted(
                Errand(one["order"], one["from"], one["to"], one["lanes"] * lanes_pay)
                for one in (*view["in_deck"], *held)
            )
        )
        self.offered, self.worths = offered, dict[Situation, float]()
        self.me: dict[str, Any] = next(one for one in view["seats"] if one["seat"] == view["seat"])
        if view["stage"] != "setup":
            self.pace = self._rivals_pace([one for one in view["seats"] if one is not self.me])

    def mine(self) -> Situation:
        """The situation of the view's seat."""
        return self.situation(self.me)

    def situation(self, seat: dict[str, Any]) -> Situation:
        """The situation of a seat."""
        place = Place(*seat["lane"]) if seat["lane"] else Place(seat["planet"])
        hand = [Carried(errand(one), one["aboard"]) for one in seat["orders"]]
        hand += [Carried(self._load(load, place), aboard=True) for load in seat["loads"]]
        upgrades = frozenset(seat["upgrades"])
        return Situation(
            place, seat["credits"], seat["damage"], tuple(hand), upgrades, seat["most"]
        )

    def _load(self, load: str, place: Place) -> Errand:
        """Settlers go to a frontier world, alien goods to a port (IT-SHF-11, IT-SHF-12)."""
        settlers = load == SETTLERS
        goals = self.unsettled if settlers else sorted(self.ports - self.closed)
        goal = min(goals, key=lambda name: (spaces_to(self.known, place, name), name), default="")
        return Errand(load, "", goal, tables().imperium.colonise_pay if settlers else ALIEN_PAY)

    def _rivals_pace(self, rivals: list[dict[str, Any]]) -> float:
        """How likely no rival is at the goal after one action more, about when the goal is near:
        the sooner the first of them is expected there, the less.
        """
        ahead = max(
            (self.worth(self.situation(one)) for one in rivals if not one["out"]), default=0.0
        )
        actions = log(max(ahead, 1e-9)) / log(self.pace)
        self.worths.clear()
        return next((pace for least, pace in PACES if actions >= least), PACES[-1][1])

    def prospects(self, now: Situation) -> Prospects:
        """What is reckoned ahead for a ship like this one."""
        race = Race(now.most, "autoloaders" in now.upgrades, self.goal, self.pace)
        return prospects(self.known, self.ports, self.errands, race)

    # --- how far it is to the goal ----------------------------------------------------------------

    def worth(self, now: Situation) -> float:
        """How likely the goal is reached before the rival from there."""
        if now not in self.worths:
            self.worths[now] = self._worth(now)
        return self.worths[now]

    def _worth(self, now: Situation) -> float:
        if now.credits >= self.goal:
            return 1.0
        ahead = self.prospects(now)
        if not now.damage:
            return ahead.lost
        if not now.hand:
            return self._empty(ahead, now)
        if len(now.hand) == 1:
            return self._single(ahead, now, now.hand[0])
        return self._several(ahead, now, now.hand)

    def _empty(self, ahead: Prospects, now: Situation) -> float:
        """On to the best planet that deals."""
        c, spirits = now.credits // ahead.unit, SPIRITS in now.upgrades
        if now.planet in self.open:
            return ahead.free[spirits][c][ahead.place[now.planet]][now.damage]
        return max(
            (
                ahead.flown(
                    spirits,
                    spaces_to(self.known, now.place, name),
                    ahead.free[spirits][c][ahead.place[name]],
                    now.damage,
                )
                for name in self.open
            ),
            default=ahead.lost,
        )

    def _single(self, ahead: Prospects, now: Situation, held: Carried) -> float:
        late = self.waiting(held)
        n = ahead.number.get(held.errand.order)
        if n is None:
            return self._several(ahead, now, (held,))
        bonus = held.errand.pay - ahead.errands[n].pay
        c = min((now.credits + bonus) // ahead.unit, ahead.steps - 1)
        spirits = SPIRITS in now.upgrades
        rows = (ahead.loaded if held.aboard else ahead.held)[spirits][c][n]
        if now.planet:
            return late * rows[ahead.place[now.planet]][now.damage]
        found = []
        for name in {held.stop, *(name for _, name in self.known.ways_out(now.place))}:
            row = rows[ahead.place[name]]
            if not held.aboard and name == held.stop:  # no order is given up on the way there
                row = [self.pace * then for then in ahead.loaded[spirits][c][n][ahead.place[name]]]
            found.append(
                ahead.flown(spirits, spaces_to(self.known, now.place, name), row, now.damage)
            )
        return late * max(found)

    def waiting(self, held: Carried) -> float:
        """How likely the rival is not at the goal till worlds on the way are open (IT-SHF-05)."""
        stops = {held.errand.goal} if held.aboard else {held.errand.start, held.errand.goal}
        waits = [WAR if name in self.wars else FALLEN for name in stops & self.closed]
        return float(self.pace ** max(waits, default=0.0 if held.errand.goal else FALLEN))

    def _several(self, ahead: Prospects, now: Situation, hand: tuple[Carried, ...]) -> float:
        """The best order of stops, till one order is left: what is near is thought of first."""
        best = ahead.lost
        ways = sorted(
            (spaces_to(self.known, now.place, one.stop), n)
            for n, one in enumerate(hand)
            if one.stop
        )
        for spaces, n in ways[: NEAREST if len(hand) > 2 else None]:
            one, rest = hand[n], hand[:n] + hand[n + 1 :]
            paid = now.credits + (one.errand.pay if one.aboard else 0)
            if not one.aboard:
                rest = (*rest, Carried(one.errand, aboard=True))
            left = flight(spaces, now.damage, SPIRITS in now.upgrades, self.pace).left
            flown = sum(odds for _, odds in left)
            then = now._replace(place=Place(one.stop), credits=paid, hand=rest)
            best = max(best, self.waiting(one) * flown * self.pace * self.worth(then))
        return best


def errand(order: dict[str, Any]) -> Errand:
    """A buy order as a view has it."""
    return Errand(order["order"], order["from"], order["to"], order["pay"])


@lru_cache(maxsize=64)
def _charted(planets: tuple[Planet, ...], lanes: tuple[Lane, ...]) -> Charted:
    return charted(Chart("", planets, lanes, ()), ())
