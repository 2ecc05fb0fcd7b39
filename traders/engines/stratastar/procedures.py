"""The table of steps: what each kind does, whom it waits for, what closes it, what its chance
brings, what answers it.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from traders.engines.kernel.contract import Interval
from traders.engines.kernel.ended import Ended, is_over
from traders.engines.kernel.seats import Seat
from traders.engines.stratastar import (
    ability_gain,
    battle_phase,
    hands,
    homeworld_placing,
    movement_phase,
    movement_reactions,
    retreat_and_pursuit,
    sabotage,
    setup,
    steps,
    turn,
    victory,
)
from traders.engines.stratastar.handler_table import HANDLERS
from traders.engines.stratastar.legality import lawful
from traders.engines.stratastar.order_types import Sabotage
from traders.engines.stratastar.state import Position

DOES: dict[type[Step], Does[Position]] = {
    steps.LayMap: setup.lay,
    steps.OpenHomeworlds: homeworld_placing.open_up,
    steps.DealHands: homeworld_placing.deal,
    steps.BeginTurn: turn.begin,
    steps.Draw: hands.draw,
    steps.Production: turn.produce,
    steps.PhaseOver: turn.over,
    steps.EndTurn: turn.end,
    steps.March: movement_phase.make,
    steps.Battles: battle_phase.begin,
    steps.WorldsWon: victory.worlds_won,
}


def _bargain(state: Position, step: steps.DealInterval) -> Interval:
    return Interval(
        step.key, "deal", "A bargain is open.", tuple(step.seats), "SS-PBM-06", haggling=True
    )


WAITS: dict[type[Step], Waits[Position]] = {
    steps.PlacingOrder: setup.order_chance,
    steps.ShufflePile: setup.pile_chance,
    steps.ShuffleDeck: hands.shuffle_chance,
    steps.Placing: homeworld_placing.waits,
    steps.OpenOne: homeworld_placing.one_chance,
    steps.RollAbility: ability_gain.chance,
    steps.ChooseAbility: ability_gain.waits,
    steps.Phase: turn.waits,
    steps.TakeCard: hands.take_chance,
    steps.BlockInterval: movement_reactions.block,
    steps.RetreatInterval: retreat_and_pursuit.retreats,
    steps.PursuitInterval: retreat_and_pursuit.pursuit,
    steps.DefendInterval: movement_reactions.defend,
    steps.SabotageInterval: sabotage.waits,
    steps.DealInterval: _bargain,
    steps.Commitment: battle_phase.waits,
    Ended: is_over,
}

CLOSES: dict[type[Step], Closes[Position]] = {
    steps.ShuffleDeck: hands.one_card,
    steps.OpenOne: homeworld_placing.one_alone,
    steps.Phase: turn.passed,
    steps.TakeCard: hands.take_only,
    steps.RollAbility: ability_gain.again,
    steps.SabotageInterval: sabotage.closed,
    steps.Commitment: battle_phase.opened,
}

TAKES: dict[type[Step], Takes[Position]] = {
    steps.PlacingOrder: setup.order_fallen,
    steps.ShufflePile: setup.pile_fallen,
    steps.ShuffleDeck: hands.shuffled,
    steps.OpenOne: homeworld_placing.one_picked,
    steps.RollAbility: ability_gain.rolled,
    steps.TakeCard: hands.taken,
}

ANSWERED = (
    steps.Placing, steps.ChooseAbility, steps.Phase, steps.BlockInterval, steps.RetreatInterval,
    steps.PursuitInterval, steps.DefendInterval, steps.SabotageInterval, steps.Commitment,
)  # fmt: skip


def _ordered(
    state: Position, step: Any, seat: Seat, order: Any, told: Told
) -> Sequence[Step] | None:
    """What an order does stands with its legality, in the module of its rule. What may be done at
    any time leaves the step as it is.
    """
    handler = HANDLERS[type(order)]
    done = handler.carry_out(state, seat, order, step, told)
    return [step] if handler.when == "any" else done


ANSWERS: dict[type[Step], Answers[Position]] = dict.fromkeys(
    (*ANSWERED, steps.DealInterval), _ordered
)

PROCEDURES: Procedures[Position] = Procedures(DOES, WAITS, CLOSES, TAKES, ANSWERS)

HANDLERS[Sabotage] = sabotage.handler(
    lambda: PROCEDURES,
    lambda state, seat, order: lawful(state, seat, order, PROCEDURES.pending(state)),
)
