"""The steps of the game: what play comes to."""

from __future__ import annotations

from traders.engines.kernel.steps.agenda import Procedures
from traders.engines.kernel.steps.ended import OVER
from traders.engines.traders_luck.bounty_hunters import step_handlers as hunters
from traders.engines.traders_luck.position.state import Position
from traders.engines.traders_luck.trade import selling
from traders.engines.traders_luck.trip import planet_dice, travel
from traders.engines.traders_luck.turn import turn

PROCEDURES: Procedures[Position] = Procedures(
    *turn.STEPS, *travel.STEPS, *planet_dice.STEPS, *selling.STEPS, *hunters.STEPS, OVER
)
