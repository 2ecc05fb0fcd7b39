"""The race against one rival, whose nearness to the goal is looked at."""

from __future__ import annotations

from functools import cached_property
from math import log

from traders.bots.imperial_trader import duel_win_chance_table
from traders.bots.imperial_trader.rival_progress import nearness
from traders.bots.imperial_trader.situation import Sector, Situation
from traders.bots.imperial_trader.win_chance_by_situation import Contest

MARGIN = 0.0005
"""The part of a likelihood that counts as nothing."""


class AgainstOne(Contest):
    """With so many actions left in the turn after the next one."""

    def __init__(self, sector: Sector, known: duel_win_chance_table.Duel, left: int) -> None:
        super().__init__(sector)
        self.known, self.left = known, left
        self.rival = nearness(Contest(sector).worth(sector.situation(sector.rivals[0])))

    def worth(self, now: Situation) -> float:
        return self.known.worth(self.left, self.rival, now)

    @cached_property
    def last(self) -> Contest:
        return AgainstOne(self.sector, self.known, 0) if self.left else self


def contest(sector: Sector, left: int) -> Contest:
    """The race, with so many actions left in the turn after the next one; against one rival, by
    his nearness where it is reckoned ahead.
    """
    if sector.is_plain() and len(sector.rivals) == 1:
        known = duel_win_chance_table.duel(of_two(sector))
        if known:
            return AgainstOne(sector, known, left)
    return Contest(sector)


def of_two(sector: Sector) -> duel_win_chance_table.Race:
    """What a race of two rests on."""
    return duel_win_chance_table.Race(sector.known, sector.ports, sector.errands, sector.goal)


def ahead(worth: float) -> int:
    """By how much it is better, where little counts as nothing."""
    return round(log(max(worth, 1e-12)) / MARGIN)
