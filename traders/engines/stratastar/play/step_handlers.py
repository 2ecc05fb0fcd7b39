"""The steps of the game: what play comes to."""

from __future__ import annotations

from traders.engines.kernel.steps.agenda import Procedures
from traders.engines.kernel.steps.ended import OVER
from traders.engines.stratastar.abilities import ability_gain
from traders.engines.stratastar.battle import battle_commitments, battle_phase
from traders.engines.stratastar.empire import cards_and_payment, victory
from traders.engines.stratastar.movement import (
    movement_phase,
    movement_reactions,
    retreat_and_pursuit,
)
from traders.engines.stratastar.phases import card_swaps, turn_and_phases
from traders.engines.stratastar.position.state import Position
from traders.engines.stratastar.sabotage import sabotage
from traders.engines.stratastar.setup import homeworld_placing, setup

PROCEDURES: Procedures[Position] = Procedures(
    *setup.STEPS,
    *homeworld_placing.STEPS,
    *turn_and_phases.STEPS,
    *cards_and_payment.STEPS,
    *movement_phase.STEPS,
    *movement_reactions.STEPS,
    *retreat_and_pursuit.STEPS,
    *battle_phase.STEPS,
    *battle_commitments.STEPS,
    *sabotage.STEPS,
    *ability_gain.STEPS,
    *victory.STEPS,
    *card_swaps.STEPS,
    OVER,
)
