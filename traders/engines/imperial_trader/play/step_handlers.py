"""The steps of the game: what play comes to."""

from __future__ import annotations

from traders.engines.imperial_trader import setup
from traders.engines.imperial_trader.actions import deal, fly, work
from traders.engines.imperial_trader.position.state import Position
from traders.engines.imperial_trader.round import shifting_imperium, simultaneous_orders
from traders.engines.imperial_trader.ship import damage
from traders.engines.imperial_trader.turn import turn
from traders.engines.kernel.steps.agenda import Procedures
from traders.engines.kernel.steps.ended import OVER

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
