"""The steps of the game: what play comes to."""

from __future__ import annotations

from traders.engines.kernel.agenda import Procedures
from traders.engines.kernel.ended import OVER
from traders.engines.stratastar import (
    ability_gain,
    battle_phase,
    card_swaps,
    commitment,
    hands,
    homeworld_placing,
    movement_phase,
    movement_reactions,
    retreat_and_pursuit,
    sabotage,
    setup,
    turn,
    victory,
)
from traders.engines.stratastar.state import Position

PROCEDURES: Procedures[Position] = Procedures(
    *setup.STEPS,
    *homeworld_placing.STEPS,
    *turn.STEPS,
    *hands.STEPS,
    *movement_phase.STEPS,
    *movement_reactions.STEPS,
    *retreat_and_pursuit.STEPS,
    *battle_phase.STEPS,
    *commitment.STEPS,
    *sabotage.STEPS,
    *ability_gain.STEPS,
    *victory.STEPS,
    *card_swaps.STEPS,
    OVER,
)
