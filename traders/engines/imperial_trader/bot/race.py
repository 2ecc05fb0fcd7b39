"""How likely the captain is at the goal first: a race against the rival who is nearest to it."""

from __future__ import annotations

from math import log

from traders.engines.imperial_trader.bot.outlook import Outlook
from traders.engines.imperial_trader.bot.sector import Sector

EVEN = 0.97
"""How likely no rival is at the goal after one action more, in a race that is even."""
PACES = ((0.7, 0.985), (1.3, 0.96), (99.0, 0.92))
"""The same about when the captain is near the goal, by how many times as many actions as the first
rival he needs at most.
"""
MARGIN = 0.0005
"""The part of a likelihood that counts as nothing."""


class Contest:
    """The race as it stands: who is ahead takes care, who is behind has to be quick."""

    def __init__(self, sector: Sector, *, begun: bool) -> None:
        self.sector = sector
        self.pace = _pace(sector) if begun else EVEN
        self.worth = Outlook(sector, self.pace).worth


def _pace(sector: Sector) -> float:
    outlook, now = Outlook(sector, EVEN), sector.mine()
    rivals = [outlook.worth(sector.situation(one)) for one in sector.rivals]
    mine, nearest = outlook.worth(now), max(rivals, default=0.0)
    if not 0.0 < nearest < 1.0 or not mine:
        return EVEN
    behind = log(mine) / log(nearest)
    return next((pace for most, pace in PACES if behind <= most), EVEN)


def ahead(worth: float) -> int:
    """By how much it is better, where little counts as nothing."""
    return round(log(max(worth, 1e-12)) / MARGIN)
