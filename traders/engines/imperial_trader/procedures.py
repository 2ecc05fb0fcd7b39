"""The steps of the game: what play comes to."""

from __future__ import annotations

from traders.engines.imperial_trader import (
    damage,
    setup,
    shifting_imperium,
    simultaneous_orders,
    turn,
)
from traders.engines.imperial_trader.actions import deal, fly, work
from traders.engines.imperial_trader.state import Position
from traders.engines.kernel.agenda import Procedures
from traders.engines.kernel.ended import OVER

PROCEDURES: Procedures[Position] = Procedures(
    *setup.STEPS,
    *turn.STEPS,
    *simultaneous_orders.STEPS,
    *deal.STEPS,
    *fly.STEPS,
    *work.STEPS,
    *damage.STEPS,
    *shifting_imperium.STEPS,
    OVER,
)
