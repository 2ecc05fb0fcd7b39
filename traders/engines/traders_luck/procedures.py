"""The table of steps: what each kind does, whom it waits for, what closes it, what its chance
brings, what answers it.
"""

from __future__ import annotations

from typing import Any

from traders.engines.kernel.agenda import (
    Answers,
    Closes,
    Does,
    Procedures,
    Step,
    Takes,
    Told,
    Waits,
)
from traders.engines.kernel.ended import Ended, is_over
from traders.engines.kernel.seats import Seat
from traders.engines.traders_luck import planet_dice, selling, steps, travel, turn
from traders.engines.traders_luck.bounty_hunters import procedures as hunters
from traders.engines.traders_luck.handler_table import HANDLERS
from traders.engines.traders_luck.state import Position

DOES: dict[type[Step], Does[Position]] = {
    steps.BeginTurn: turn.begin,
    steps.Landing: turn.landing,
    steps.EndTurn: turn.end,
    **hunters.DOES,
}

WAITS: dict[type[Step], Waits[Position]] = {
    steps.PickFirst: turn.first_chance,
    steps.Travelling: travel.waits,
    steps.ThrowDie: planet_dice.chance,
    steps.Rolling: planet_dice.waits,
    steps.Trading: turn.waits,
    steps.PoliceRoll: selling.chance,
    Ended: is_over,
    **hunters.WAITS,
}

CLOSES: dict[type[Step], Closes[Position]] = {
    steps.PickFirst: turn.first_alone,
    steps.Rolling: planet_dice.over,
    **hunters.CLOSES,
}

TAKES: dict[type[Step], Takes[Position]] = {
    steps.PickFirst: turn.first_picked,
    steps.ThrowDie: planet_dice.fallen,
    steps.PoliceRoll: selling.thrown,
}


def _ordered(state: Position, step: Any, seat: Seat, order: Any, told: Told) -> Any:
    """What an order does stands with its legality, in the module of its rule."""
    return HANDLERS[type(order)].carry_out(state, seat, order, step, told)


ANSWERS: dict[type[Step], Answers[Position]] = dict.fromkeys(
    (steps.Travelling, steps.Rolling, steps.Trading, *hunters.WAITS), _ordered
)

PROCEDURES: Procedures[Position] = Procedures(DOES, WAITS, CLOSES, TAKES, ANSWERS)
