"""Kluge: the payoff, or one new engine in its place (ST-PAYOFF-11)."""

from __future__ import annotations

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.kernel.words import count
from traders.engines.star_traders.delivery.payoff_reckoning import factor, reckon
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import cargo_hold, ship_engines
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position import turn_stages
from traders.engines.star_traders.position.choice_and_answer import Asked, Choose, Choosing
from traders.engines.star_traders.position.delivery_and_petition_steps import ChoosePayoff
from traders.engines.star_traders.position.state import Position


def pays(state: Position, seat: Seat, contract: str, space: int, races: int, told: Told) -> Steps:
    """The deliverer chooses; where no engine can be taken there is nothing to choose."""
    return [ChoosePayoff(seat, contract, space, races)]


def engine_possible(state: Position, seat: Seat) -> bool:
    """An Action neither used nor announced, before the Draw stage, and room under the limit
    (ST-PAYOFF-11, ST-TURN-21, ST-TURN-22, ST-PERSON-21); not where the payoff is owed for an excess
    (ST-CARGO-25).
    """
    trader = state.traders[seat]
    room = trader.engines < personality_rules.engine_limit(state, trader)
    return (
        turn_stages.has_action(state) and room and cargo_hold.owed(state, seat) <= trader.stellors
    )


def choose(state: Position, step: ChoosePayoff) -> Asked:
    """(ST-PAYOFF-11)"""
    card = state.book.contracts[step.contract]
    prestige = card.prestige * factor(state, step.space)
    worth = f"{count(card.stellors, 'Stellor')} and {prestige} Prestige"
    things = ["payoff", "engine"] if engine_possible(state, step.seat) else ["payoff"]
    question = (
        f"At Kluge: {worth}, or an engine, which ends your Movement and is this turn's Action?"
    )
    return Asked(step.seat, question, [Choose(thing) for thing in things], "ST-PAYOFF-11")


def chosen(state: Position, step: ChoosePayoff, seat: Seat, order: Choose, told: Told) -> None:
    """An engine ends the turn, apart from the draw (ST-PAYOFF-09); the race is given either way."""
    reckon(
        state, seat, step.contract, step.space, step.races, told, granted=order.thing == "payoff"
    )
    if order.thing == "engine":
        told.append(tell("takes-engine", "ST-PAYOFF-11", seat=seat))
        ship_engines.add(state, seat, 1, told)
        turn_stages.ends_turn(state)


STEPS = (Choosing(ChoosePayoff, asks=choose, answers=chosen),)
