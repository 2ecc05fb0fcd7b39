"""How likely the captain is at the goal first: a race against the rival who is nearest to it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from math import log

from traders.bots.imperial_trader import duel
from traders.bots.imperial_trader.rival_progress import nearness
from traders.bots.imperial_trader.situation import Sector, Situation
from traders.bots.imperial_trader.win_chance import Outlook
from traders.engines.imperial_trader.state import Place
from traders.engines.imperial_trader.tables import tables

EVEN = 0.97
"""How likely no rival is at the goal after one action more, in a race that is even."""
PACES = (0.992, 0.985, 0.97, 0.955, 0.935, 0.91, 0.87, 0.8)
"""The same in the races that are reckoned ahead."""
NEARNESS = 0.6
"""How likely the rival is at the goal by the next action, for each action that he needs, where the
captain needs as many.
"""
STEEPNESS = 2.0
"""By which power of the captain's part of the rival's actions that grows: who is ahead of the rival
is done before he can be near.
"""
MOST_BEHIND = 3.0
"""So many times as many actions as the rival count at most."""
MARGIN = 0.0005
"""The part of a likelihood that counts as nothing."""


class Contest:
    """The race as it stands: who is ahead takes care, who is behind has to be quick."""

    def __init__(self, sector: Sector, *, begun: bool) -> None:
        self.sector = sector
        self.values: dict[tuple[Situation, object], float] = {}
        """What each action is worth, as far as it is known."""
        self.pace = _pace(sector) if begun else EVEN
        self.worth: Callable[[Situation], float] = Outlook(sector, self.pace).worth

    @cached_property
    def last(self) -> Contest:
        """The same after the turn's last action."""
        return self

    def anew(self) -> Situation:
        """A new ship, where it is worth most (IT-DMG-03, IT-DMG-04)."""
        points, names = tables().game.damage_points, self.sector.open or self.sector.known.names
        ships = [Situation(Place(one), 0, points, (), frozenset(), points) for one in sorted(names)]
        return max(ships, key=self.worth)


class AgainstOne(Contest):
    """The race against one rival, whose nearness is looked at: with so many actions left in the
    turn after the next one.
    """

    def __init__(self, sector: Sector, known: duel.Duel, left: int) -> None:
        self.sector, self.pace, self.known, self.left = sector, EVEN, known, left
        self.values = {}
        rival = Outlook(sector, EVEN).worth(sector.situation(sector.rivals[0]))
        self.worth = partial(known.worth, left, nearness(rival))

    @cached_property
    def last(self) -> Contest:
        return AgainstOne(self.sector, self.known, 0) if self.left else self


def contest(sector: Sector, left: int, *, steady: bool = False) -> Contest:
    """The race, with so many actions left in the turn after the next one; `steady`: rivals are
    thought to come nearer steadily.
    """
    if not steady and sector.is_plain() and len(sector.rivals) == 1:
        known = duel.duel(of_two(sector))
        if known:
            return AgainstOne(sector, known, left)
    return Contest(sector, begun=True)


def of_two(sector: Sector) -> duel.Race:
    """What a race of two rests on."""
    return duel.Race(sector.known, sector.ports, sector.errands, sector.goal)


def _pace(sector: Sector) -> float:
    """The pace of the first rival about when the captain is near the goal."""
    outlook, now = Outlook(sector, EVEN), sector.mine()
    rivals = [outlook.worth(sector.situation(one)) for one in sector.rivals]
    mine, nearest = outlook.worth(now), max(rivals, default=0.0)
    if not 0.0 < nearest < 1.0 or not 0.0 < mine < 1.0:
        return EVEN
    his = log(nearest) / log(EVEN)
    behind = min(log(mine) / log(nearest), MOST_BEHIND)
    near = NEARNESS * behind**STEEPNESS / his
    return min(PACES, key=lambda pace: abs(log(1 - pace) - log(near)))


def ahead(worth: float) -> int:
    """By how much it is better, where little counts as nothing."""
    return round(log(max(worth, 1e-12)) / MARGIN)
