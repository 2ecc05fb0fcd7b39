"""The steps of the game: what play comes to."""

from __future__ import annotations

from traders.engines.kernel.agenda import Procedures
from traders.engines.kernel.ended import OVER
from traders.engines.traders_luck import planet_dice, selling, travel, turn
from traders.engines.traders_luck.bounty_hunters import procedures as hunters
from traders.engines.traders_luck.state import Position

PROCEDURES: Procedures[Position] = Procedures(
    *turn.STEPS, *travel.STEPS, *planet_dice.STEPS, *selling.STEPS, *hunters.STEPS, OVER
)
