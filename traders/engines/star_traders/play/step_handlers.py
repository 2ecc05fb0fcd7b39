"""The steps of the game: what play comes to, and what is chosen there."""

from __future__ import annotations

from typing import Any

from traders.engines.kernel.contract.contract import Choice
from traders.engines.kernel.steps.agenda import Procedures, StepHandler, Told
from traders.engines.kernel.steps.ended import OVER
from traders.engines.star_traders import auction
from traders.engines.star_traders.cards import card_play, lose_cargo, lose_station, piracy
from traders.engines.star_traders.court import petition
from traders.engines.star_traders.delivery import (
    delivery,
    jackpot_payoff,
    kluge_payoff,
    telzey_payoff,
)
from traders.engines.star_traders.holdings import (
    cargo_abandonment,
    deal_card_choice,
    imperial_mission,
    luck_cards,
)
from traders.engines.star_traders.jump import dice, engine_raid, jump, personality_jumps
from traders.engines.star_traders.play.order_language import ORDERS
from traders.engines.star_traders.position import turn_stages
from traders.engines.star_traders.position.choice_and_answer import Asked, Choosing
from traders.engines.star_traders.position.state import Position
from traders.engines.star_traders.setup import personality_choice, setup
from traders.engines.star_traders.turn import reaction_intervals, turn

STEPS: tuple[StepHandler[Position] | Choosing, ...] = (
    *setup.STEPS,
    *turn.STEPS,
    *turn_stages.STEPS,
    *jump.STEPS,
    *personality_jumps.STEPS,
    *dice.STEPS,
    *reaction_intervals.STEPS,
    *luck_cards.STEPS,
    *card_play.STEPS,
    *lose_station.STEPS,
    *lose_cargo.STEPS,
    *piracy.STEPS,
    *cargo_abandonment.STEPS,
    *delivery.STEPS,
    *kluge_payoff.STEPS,
    *jackpot_payoff.STEPS,
    *telzey_payoff.STEPS,
    *petition.STEPS,
    *imperial_mission.STEPS,
    *deal_card_choice.STEPS,
    *personality_choice.STEPS,
    *engine_raid.STEPS,
    *auction.STEPS,
    OVER,
)
ASKS = {one.kind: one.asks for one in STEPS if isinstance(one, Choosing)}


def _choice(chosen: Choosing) -> StepHandler[Position]:
    """A choice as play waits for it (PR-TURN-08)."""

    def waits(state: Position, step: Any) -> Choice | None:
        asked = chosen.asks(state, step)
        if asked is None or _only(asked) is not None:
            return None
        things = tuple(map(ORDERS.write, asked.orders))
        return Choice(
            step.key, asked.seat, asked.question, things, things[asked.silence], asked.rule
        )

    def closes(state: Position, step: object, told: Told) -> Any:
        asked = chosen.asks(state, step)
        if asked is not None:
            return chosen.answers(state, step, asked.seat, _only(asked), told)
        return chosen.closes(state, step, told) if chosen.closes is not None else None

    return StepHandler(chosen.kind, waits=waits, closes=closes, answers=chosen.answers)


def _only(asked: Asked) -> Any:
    """The one order that can be chosen, or None where there is something to choose."""
    return asked.orders[0] if len(asked.orders) == 1 and not asked.alone else None


PROCEDURES: Procedures[Position] = Procedures(
    *(_choice(one) if isinstance(one, Choosing) else one for one in STEPS)
)


def asked_now(state: Position) -> Asked | None:
    """The choice that play stands at, if it is one."""
    step = state.agenda[-1]
    asks = ASKS.get(type(step))
    return asks(state, step) if asks is not None else None
