"""How likely the captain is at the goal first: a race against the rival who is nearest to it."""

from __future__ import annotations

from math import log

from traders.engines.imperial_trader.bot.outlook import Outlook
from traders.engines.imperial_trader.bot.sector import Sector

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
        self.pace = _pace(sector) if begun else EVEN
        self.worth = Outlook(sector, self.pace).worth


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
