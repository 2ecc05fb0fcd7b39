"""The table of steps: what each kind does, whom it waits for, what closes it, what its chance
brings, what answers it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from traders.engines.kernel.agenda import Closes, Does, Procedures, Step, Takes, Told, Waits
from traders.engines.kernel.contract import Choice
from traders.engines.kernel.ended import Ended, is_over
from traders.engines.star_traders import (
    card_play,
    card_to_give,
    delivery_procedures,
    delivery_steps,
    dice,
    excess_cargo,
    intervals,
    jump,
    luck_cards,
    personality_procedures,
    setup,
    steps,
    turn,
    turn_stages,
)
from traders.engines.star_traders.cards import lose_cargo, lose_station, piracy
from traders.engines.star_traders.order_handler import Asked
from traders.engines.star_traders.order_language import write
from traders.engines.star_traders.state import Position

DOES: dict[type[Step], Does[Position]] = {
    # set-up
    steps.PlaceFirst: setup.place_first,
    steps.DealHands: setup.deal_hands,
    steps.DealContracts: setup.deal_contracts,
    # turns
    steps.BeginTurn: turn.begin,
    steps.EnterClosing: turn_stages.enter_closing,
    steps.EndTurn: turn.end,
    steps.NextTurn: turn.pass_on,
    # jumps
    steps.CheckDeparture: jump.check_departure,
    steps.EnterHyperspace: jump.enter_hyperspace,
    steps.ReadDigit: dice.read_digit,
    steps.MoveShip: jump.move_ship,
    steps.MoveLost: jump.move_lost,
    steps.LeaveHyperspace: jump.leave_hyperspace,
    # cards
    steps.DrawCards: luck_cards.draw,
    steps.Jubilee: luck_cards.jubilee,
    steps.Misfortune: card_play.strike,
    steps.Resolved: card_play.resolved,
    **delivery_procedures.DOES,
    **personality_procedures.DOES,
}

ASKS: dict[type[Step], Callable[[Position, Any], Asked | None]] = {
    steps.LoseStation: lose_station.choice,
    steps.LoseCargo: lose_cargo.choice,
    steps.TakeCargo: piracy.choice,
    steps.ShedCargo: excess_cargo.shed,
    steps.ShedCards: luck_cards.shed,
    **delivery_procedures.ASKS,
    **personality_procedures.ASKS,
}
"""Choices: None where nothing is to be chosen."""

ANSWERS: dict[type[Step], Callable[..., Any]] = {
    steps.LoseStation: lose_station.chosen,
    steps.LoseCargo: lose_cargo.chosen,
    steps.TakeCargo: piracy.chosen,
    steps.ShedCargo: excess_cargo.shed_answered,
    steps.ShedCards: luck_cards.shed_answered,
    **delivery_procedures.ANSWERS,
    **personality_procedures.ANSWERS,
}


def _asking(asks: Callable[[Position, Any], Asked | None]) -> Waits[Position]:
    """A choice as play waits for it (PR-TURN-08)."""

    def waits(state: Position, step: Any) -> Choice | None:
        asked = asks(state, step)
        if asked is None or _only(asked) is not None:
            return None
        things = tuple(write(order) for order in asked.orders)
        return Choice(
            step.key, asked.seat, asked.question, things, things[asked.silence], asked.rule
        )

    return waits


def _only(asked: Asked) -> Any:
    """The one order that can be chosen, or None where there is something to choose."""
    return asked.orders[0] if len(asked.orders) == 1 and not asked.alone else None


def _unasked(kind: type[Step]) -> Closes[Position]:
    """What follows a choice that was put to nobody: where only one thing can be chosen it is."""

    def closes(state: Position, step: Any, told: Told) -> Any:
        asked = ASKS[kind](state, step)
        if asked is not None:
            return ANSWERS[kind](state, step, asked.seat, _only(asked), told)
        follows = delivery_procedures.CLOSES.get(kind)
        return follows(state, step, told) if follows is not None else None

    return closes


WAITS: dict[type[Step], Waits[Position]] = {
    steps.PickFirst: setup.first_chance,
    steps.AllotStar: setup.star_chance,
    steps.Shuffle: luck_cards.shuffle_chance,
    steps.Throw: dice.chance,
    steps.SeatsTurn: turn.waits,
    Ended: is_over,  # only what wins by the rules of the game in use ends it (ST-SETUP-01)
    steps.QuarantineInterval: intervals.quarantine,
    steps.ZapInterval: intervals.zap,
    steps.LostInterval: intervals.lost,
    steps.CalamityInterval: intervals.calamity,
    steps.DieInterval: intervals.die,
    delivery_steps.PetitionInterval: intervals.petition,
    delivery_steps.DealInterval: intervals.deal,
    delivery_steps.CardByLot: card_to_give.lot_chance,
    **personality_procedures.WAITS,
    **{kind: _asking(asks) for kind, asks in ASKS.items()},
}

CLOSES: dict[type[Step], Closes[Position]] = {
    steps.AllotStar: setup.star_alone,
    delivery_steps.CardByLot: card_to_give.lot_alone,
    **personality_procedures.CLOSES,
    **{kind: _unasked(kind) for kind in ASKS},
}

TAKES: dict[type[Step], Takes[Position]] = {
    steps.PickFirst: setup.first_picked,
    steps.AllotStar: setup.star_picked,
    steps.Shuffle: luck_cards.shuffled,
    steps.Throw: dice.thrown,
    delivery_steps.CardByLot: card_to_give.lot_drawn,
    **personality_procedures.TAKES,
}

PROCEDURES: Procedures[Position] = Procedures(DOES, WAITS, CLOSES, TAKES, ANSWERS)


def asked_now(state: Position) -> Asked | None:
    """The choice that play stands at, if it is one."""
    step = state.agenda[-1]
    asks = ASKS.get(type(step))
    return asks(state, step) if asks is not None else None
