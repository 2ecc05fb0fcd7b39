"""The table of steps: what each kind does, whom it waits for, what closes it, what its chance
brings, what answers it.
"""

from __future__ import annotations

from typing import Any

from traders.engines.imperial_trader import (
    at_once,
    damage,
    dealing,
    flight,
    imperium,
    setup,
    steps,
    turn,
    work,
)
from traders.engines.imperial_trader.handler_table import HANDLERS
from traders.engines.imperial_trader.state import Position
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

DOES: dict[type[Step], Does[Position]] = {
    steps.FirstHands: setup.first_hands,
    steps.BeginTurn: turn.begin,
    steps.Carrying: at_once.carry,
    steps.EndTurn: turn.end,
    steps.EndRound: imperium.end_of_round,
    steps.NextRound: turn.next_round,
}

WAITS: dict[type[Step], Waits[Position]] = {
    steps.Shuffle: dealing.shuffle_chance,
    steps.Placement: setup.placing,
    steps.Ordering: at_once.ordering,
    steps.PickPort: setup.port_chance,
    steps.FirstDie: setup.first_chance,
    steps.Acting: turn.waits,
    steps.FlyDie: flight.chance,
    steps.OffloadDie: work.chance,
    steps.SaveDie: damage.save_chance,
    steps.DamageDie: damage.chance,
    steps.Wrecked: damage.wrecked,
    steps.Discarding: dealing.waits,
    steps.EventDie: imperium.chance,
    steps.PickPlanet: imperium.pick_chance,
    steps.WarDie: imperium.war_chance,
    steps.TakerDie: imperium.taker_chance,
    Ended: is_over,
}

CLOSES: dict[type[Step], Closes[Position]] = {
    steps.Placement: setup.placed,
    steps.Ordering: at_once.opened,
}

TAKES: dict[type[Step], Takes[Position]] = {
    steps.Shuffle: dealing.shuffled,
    steps.PickPort: setup.port_picked,
    steps.FirstDie: setup.first_thrown,
    steps.FlyDie: flight.thrown,
    steps.OffloadDie: work.thrown,
    steps.SaveDie: damage.save_thrown,
    steps.DamageDie: damage.suffered,
    steps.EventDie: imperium.thrown,
    steps.PickPlanet: imperium.picked,
    steps.WarDie: imperium.war,
    steps.TakerDie: imperium.fall,
}


def _ordered(state: Position, step: Any, seat: Seat, order: Any, told: Told) -> Any:
    """What an order does stands with its legality, in the module of its rule."""
    return HANDLERS[type(order)].carry_out(state, seat, order, step, told)


ANSWERS: dict[type[Step], Answers[Position]] = dict.fromkeys(
    (steps.Placement, steps.Ordering, steps.Acting, steps.Wrecked, steps.Discarding), _ordered
)

PROCEDURES: Procedures[Position] = Procedures(DOES, WAITS, CLOSES, TAKES, ANSWERS)
