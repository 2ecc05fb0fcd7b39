"""Cards change hands between two seats at one moment (SS-TRD-02)."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Interval
from traders.engines.kernel.engine.optional_contract import Terms
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.steps.agenda import StepHandler
from traders.engines.kernel.words import named
from traders.engines.stratastar.empire import cards_and_payment
from traders.engines.stratastar.orders.order_language import CardList
from traders.engines.stratastar.position.agenda_steps import DealInterval
from traders.engines.stratastar.position.state import Position

LIST = CardList()
"""How the cards of a deal are written."""


def swap(state: Position, terms: Terms) -> None:
    """A deal that one of the two can no longer meet is void."""
    passing = (
        (terms.maker, terms.taker, LIST.read(terms.gives)),
        (terms.taker, terms.maker, LIST.read(terms.takes)),
    )
    for giver, _, what in passing:
        for name, n in what:
            if state.empires[giver].hand.get(name, 0) < n:
                raise Refusal(f"{named(giver)} cannot give that any more.", "SS-TRD-02")
    for giver, taker, what in passing:
        for name, n in what:
            hand = state.empires[giver].hand
            hand[name] -= n
            cards_and_payment.changed(state, giver)
            state.empires[giver].hand = {card: m for card, m in hand.items() if m}
            cards_and_payment.add(state, taker, name, n)


def _bargain(state: Position, step: DealInterval) -> Interval:
    return Interval(
        step.key, "deal", "A bargain is open.", tuple(step.seats), "SS-PBM-06", haggling=True
    )


STEPS = (StepHandler(DealInterval, waits=_bargain),)
