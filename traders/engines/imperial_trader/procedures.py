"""The table of steps: what each kind does, whom it waits for, what closes it, what its chance
brings, what answers it.
"""

from __future__ import annotations

from typing import Any

from traders.engines.imperial_trader import (
    damage,
    setup,
    shifting_imperium,
    simultaneous_orders,
    steps,
    turn,
)
from traders.engines.imperial_trader.actions import deal, fly, work
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
    steps.Carrying: simultaneous_orders.carry,
    steps.EndTurn: turn.end,
    steps.EndRound: shifting_imperium.end_of_round,
    steps.NextRound: turn.next_round,
}

WAITS: dict[type[Step], Waits[Position]] = {
    steps.Shuffle: deal.shuffle_chance,
    steps.Placement: setup.placing,
    steps.Ordering: simultaneous_orders.ordering,
    steps.PickPort: setup.port_chance,
    steps.FirstDie: setup.first_chance,
    steps.Acting: turn.waits,
    steps.FlyDie: fly.chance,
    steps.OffloadDie: work.chance,
    steps.SaveDie: damage.save_chance,
    steps.DamageDie: damage.chance,
    steps.Wrecked: damage.wrecked,
    steps.Discarding: deal.waits,
    steps.EventDie: shifting_imperium.chance,
    steps.PickPlanet: shifting_imperium.pick_chance,
    steps.WarDie: shifting_imperium.war_chance,
    steps.TakerDie: shifting_imperium.taker_chance,
    Ended: is_over,
}

CLOSES: dict[type[Step], Closes[Position]] = {
    steps.Placement: setup.placed,
    steps.Ordering: simultaneous_orders.opened,
}

TAKES: dict[type[Step], Takes[Position]] = {
    steps.Shuffle: deal.shuffled,
    steps.PickPort: setup.port_picked,
    steps.FirstDie: setup.first_thrown,
    steps.FlyDie: fly.thrown,
    steps.OffloadDie: work.thrown,
    steps.SaveDie: damage.save_thrown,
    steps.DamageDie: damage.suffered,
    steps.EventDie: shifting_imperium.thrown,
    steps.PickPlanet: shifting_imperium.picked,
    steps.WarDie: shifting_imperium.war,
    steps.TakerDie: shifting_imperium.fall,
}


def _ordered(state: Position, step: Any, seat: Seat, order: Any, told: Told) -> Any:
    """What an order does stands with its legality, in the module of its rule."""
    return HANDLERS[type(order)].carry_out(state, seat, order, step, told)


ANSWERS: dict[type[Step], Answers[Position]] = dict.fromkeys(
    (steps.Placement, steps.Ordering, steps.Acting, steps.Wrecked, steps.Discarding), _ordered
)

PROCEDURES: Procedures[Position] = Procedures(DOES, WAITS, CLOSES, TAKES, ANSWERS)
