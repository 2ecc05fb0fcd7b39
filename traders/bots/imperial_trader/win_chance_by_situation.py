"""How likely the goal is reached before a rival, from any situation: what is reckoned ahead by
planets and single orders, carried on to lanes, closed worlds and several orders.
"""

from __future__ import annotations

from functools import cached_property

from traders.bots.imperial_trader.flight_outcomes import PACE, flight
from traders.bots.imperial_trader.situation import Carried, Sector, Situation
from traders.bots.imperial_trader.win_chance_table import SPIRITS, Prospects, Race, prospects
from traders.engines.imperial_trader.position.state import Place
from traders.engines.imperial_trader.sub_sector.chart_routes import spaces_to
from traders.engines.imperial_trader.tables import tables

WAR = 3
"""Actions that a planet at war is waited for."""
FALLEN = 10
"""Actions that a fallen world is waited for."""
NEAREST = 2
"""Stops thought of at each step of a plan, where many orders are held."""


class Contest:
    """The race as it stands, against rivals who come nearer steadily."""

    def __init__(self, sector: Sector) -> None:
        self.sector = sector
        self.values: dict[tuple[Situation, object], float] = {}
        """What each action is worth, as far as it is known."""
        self._worths: dict[Situation, float] = {}

    @cached_property
    def last(self) -> Contest:
        """The same after the turn's last action."""
        return self

    def anew(self) -> Situation:
        """A new ship, where it is worth most (IT-DMG-03, IT-DMG-04)."""
        points, names = tables().game.damage_points, self.sector.open or self.sector.known.names
        ships = [Situation(Place(one), 0, points, (), frozenset(), points) for one in sorted(names)]
        return max(ships, key=self.worth)

    def worth(self, now: Situation) -> float:
        """How likely the goal is reached before the rival from there."""
        if now not in self._worths:
            self._worths[now] = self._worth(now)
        return self._worths[now]

    def _worth(self, now: Situation) -> float:
        if now.credits >= self.sector.goal:
            return 1
        race = Race(now.most, "autoloaders" in now.upgrades, self.sector.goal)
        ahead = prospects(self.sector.known, self.sector.ports, self.sector.errands, race)
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
        if now.planet in self.sector.open:
            return ahead.free[spirits][c][ahead.place[now.planet]][now.damage]
        return max(
            (
                ahead.flown(
                    spirits,
                    spaces_to(self.sector.known, now.place, name),
                    ahead.free[spirits][c][ahead.place[name]],
                    now.damage,
                )
                for name in self.sector.open
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
        for name in {held.stop, *(name for _, name in self.sector.known.ways_out(now.place))}:
            row = rows[ahead.place[name]]
            if not held.aboard and name == held.stop:  # no order is given up on the way there
                row = [PACE * then for then in ahead.loaded[spirits][c][n][ahead.place[name]]]
            found.append(
                ahead.flown(spirits, spaces_to(self.sector.known, now.place, name), row, now.damage)
            )
        return late * max(found)

    def waiting(self, held: Carried) -> float:
        """How likely the rival is not at the goal till worlds on the way are open (IT-SHF-05)."""
        stops = {held.errand.goal} if held.aboard else {held.errand.start, held.errand.goal}
        waits = [WAR if name in self.sector.wars else FALLEN for name in stops & self.sector.closed]
        return float(PACE ** max(waits, default=0 if held.errand.goal else FALLEN))

    def _several(self, ahead: Prospects, now: Situation, hand: tuple[Carried, ...]) -> float:
        """The best order of stops, till one order is left: what is near is thought of first."""
        best = ahead.lost
        ways = sorted(
            (spaces_to(self.sector.known, now.place, one.stop), n)
            for n, one in enumerate(hand)
            if one.stop
        )
        for spaces, n in ways[: NEAREST if len(hand) > 2 else None]:
            one, rest = hand[n], hand[:n] + hand[n + 1 :]
            paid = now.credits + (one.errand.pay if one.aboard else 0)
            if not one.aboard:
                rest = (*rest, Carried(one.errand, aboard=True))
            left = flight(spaces, now.damage, SPIRITS in now.upgrades).left
            flown = sum(odds for _, odds in left)
            then = now._replace(place=Place(one.stop), credits=paid, hand=rest)
            best = max(best, self.waiting(one) * flown * PACE * self.worth(then))
        return best
