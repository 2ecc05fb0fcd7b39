"""Cargo over the hold's limit, and any that is dropped of one's own will: it is abandoned, with the
penalties.
"""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Order
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.kernel.words import count
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import cargo_hold, money
from traders.engines.star_traders.position import prestige
from traders.engines.star_traders.position.agenda_steps import ShedCargo
from traders.engines.star_traders.position.choice_and_answer import Asked, Choosing
from traders.engines.star_traders.position.state import Position


class Abandon(Order, frozen=True):
    """`abandon <cargo>`: also the answer what is over the hold's limit."""

    cargo: str


def can_pay(state: Position, seat: Seat) -> bool:
    """Whether the price of abandoning is there. What is owed for an excess is there for this alone
    (ST-DELIVER-22, ST-CARGO-23).
    """
    return state.traders[seat].stellors >= state.book.prices["abandon_stellors"]


def abandon(state: Position, seat: Seat, name: str, told: Told) -> None:
    """Drop a cargo for good, with the penalties (ST-DELIVER-12, ST-DELIVER-13, ST-DELIVER-14)."""
    cargo = cargo_hold.take_out(state.traders[seat], name)
    told.append(tell("abandons", "ST-DELIVER-12", seat=seat, cargo=name))
    money.pay(state, seat, state.book.prices["abandon_stellors"], told, "ST-DELIVER-12")
    prestige.lose(state, seat, state.book.prices["abandon_prestige"], told, "ST-DELIVER-12")
    for completed in state.completed:
        if completed.contract == cargo.mark and seat in completed.rights:
            completed.rights.remove(seat)  # (ST-DELIVER-14)
    cargo_hold.sweep(state, told)


def shed(state: Position, step: ShedCargo) -> Asked | None:
    """What is over the hold's limit must go (ST-CARGO-12)."""
    trader = state.traders[step.seat]
    if len(trader.hold) <= cargo_hold.limit(state) or not can_pay(state, step.seat):
        return None
    cost = state.book.prices
    question = (
        "Your hold is over its limit: which cargo do you abandon, for "
        f"{count(cost['abandon_stellors'], 'Stellor')} and {cost['abandon_prestige']} Prestige?"
    )
    orders = [Abandon(name) for name in cargo_hold.kinds(trader)]
    does = [(question, "ST-DELIVER-12")] * len(orders)
    return Asked(step.seat, question, orders, "ST-CARGO-12", does=does)


def shed_answered(
    state: Position, step: ShedCargo, seat: Seat, order: Abandon, told: Told
) -> Steps:
    """(ST-CARGO-12)"""
    abandon(state, seat, order.cargo, told)
    return [ShedCargo(seat)]


STEPS = (Choosing(ShedCargo, asks=shed, answers=shed_answered),)
