"""Jackpot: a die decides whether the card pays (ST-PAYOFF-12)."""

from __future__ import annotations

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told
from traders.engines.star_traders.delivery.payoff_reckoning import reckon
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.position.agenda_steps import DieInterval, Throw
from traders.engines.star_traders.position.delivery_and_petition_steps import JackpotSettled
from traders.engines.star_traders.position.state import Position


def pays(state: Position, seat: Seat, contract: str, space: int, races: int, told: Told) -> Steps:
    """The die is thrown and may be zapped, but not thrown again (ST-PAYOFF-12, ST-CARD-54); one
    that lies open waits (ST-DELIVER-04).
    """
    return [
        Throw("jackpot", seat),
        DieInterval(),
        JackpotSettled(seat, contract, space, races, state.die),
    ]


def settled(state: Position, step: JackpotSettled, told: Told) -> None:
    """On 5 or more the full amount, else nothing of it (ST-PAYOFF-12, ST-PAYOFF-15)."""
    assert state.die is not None
    won = state.die.value >= state.book.specials["jackpot"].min_roll
    state.die = step.beside
    told.append(tell("jackpot" if won else "no-jackpot", "ST-PAYOFF-12", seat=step.seat))
    reckon(state, step.seat, step.contract, step.space, step.races, told, granted=won)


STEPS = (StepHandler(JackpotSettled, does=settled),)
