"""The steps of the game: what play comes to, and what orders do there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from traders.engines.kernel.agenda import Procedures, Step, Told
from traders.engines.kernel.ended import OVER
from traders.engines.kernel.seats import Seat
from traders.engines.stratastar import (
    ability_gain,
    battle_phase,
    card_swaps,
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
from traders.engines.stratastar.handler_table import HANDLERS
from traders.engines.stratastar.legality import lawful
from traders.engines.stratastar.order_types import Sabotage
from traders.engines.stratastar.state import Position


def _ordered(
    state: Position, step: Any, seat: Seat, order: Any, told: Told
) -> Sequence[Step] | None:
    """What an order does stands with its legality, in the module of its rule. What may be done at
    any time leaves the step as it is.
    """
    handler = HANDLERS[type(order)]
    done = handler.carry_out(state, seat, order, step, told)
    return [step] if handler.when == "any" else done


PROCEDURES: Procedures[Position] = Procedures(
    *setup.STEPS,
    *homeworld_placing.STEPS,
    *turn.STEPS,
    *hands.STEPS,
    *movement_phase.STEPS,
    *movement_reactions.STEPS,
    *retreat_and_pursuit.STEPS,
    *battle_phase.STEPS,
    *sabotage.STEPS,
    *ability_gain.STEPS,
    *victory.STEPS,
    *card_swaps.STEPS,
    OVER,
    answers=_ordered,
)

HANDLERS[Sabotage] = sabotage.handler(
    lambda: PROCEDURES,
    lambda state, seat, order: lawful(state, seat, order, PROCEDURES.pending(state)),
)
