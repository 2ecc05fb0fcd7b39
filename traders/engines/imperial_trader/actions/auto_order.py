"""The order `auto`: the action that comes next on the way of the orders held (IT-PBM-04)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from traders.engines.imperial_trader.actions import deal, fly, work
from traders.engines.imperial_trader.actions.deal import Deal
from traders.engines.imperial_trader.actions.fly import Fly
from traders.engines.imperial_trader.actions.work import Load, Offload
from traders.engines.imperial_trader.position.agenda_steps import Acting
from traders.engines.imperial_trader.position.state import Position
from traders.engines.imperial_trader.sub_sector import chart
from traders.engines.imperial_trader.turn import turn_stages
from traders.engines.kernel.orders.order_handler import Order, OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told

CLOSED = "IT-SHF-05"
"""Bars work where the ship has come to."""
HANDLERS = {one.fields: one for one in (work.OFFLOAD, work.LOAD, fly.FLY, deal.DEAL)}


class Auto(Order, frozen=True):
    """`auto`"""


def _in_turn(state: Position, seat: Seat) -> Iterator[Order]:
    """Offload, else load, else fly to an order's next planet, else deal; nothing that is held is
    given up for a new card.
    """
    captain = state.captains[seat]
    yield from map(Offload, captain.cargo)
    yield from map(Load, captain.orders)
    for order in captain.orders:
        start, goal = chart.parts(state.chart, order)
        yield Fly(goal if order in captain.cargo else start)
    if captain.held < state.options.order_limit:
        yield Deal()


def going_on(state: Position, seat: Seat) -> Order:
    """The first of them that is possible; refuses where none is, and says what bars one here."""
    turn_stages.must_have_action(state, seat)
    barred: list[Refusal] = []
    for order in _in_turn(state, seat):
        try:
            HANDLERS[type(order)].must_be_possible(state, seat, order)
        except Refusal as refusal:
            barred += [refusal] if CLOSED in refusal.rules else []
            continue
        return order
    why, rules = (barred[0].text, barred[0].rules) if barred else ("", ())
    words = "From here you can take none of your orders further."
    raise Refusal(f"{words} {why}".strip(), "IT-PBM-04", *rules)


def _carry_out(state: Position, seat: Seat, order: Auto, step: Acting, told: Told) -> Steps | None:
    with turn_stages.standing_at(state, Acting(seat)):
        action = going_on(state, seat)
    return HANDLERS[type(action)].deed(state, seat, action, step, told)


def _for_a_round(state: Position, seat: Seat) -> Sequence[Auto]:
    """With an order in hand. In a turn of its own the action itself is offered."""
    return [Auto()] if state.options.rounds_at_once and state.captains[seat].orders else []


AUTO = OrderHandler(
    Auto,
    forms=("auto",),
    help="Do what your orders want next: offload, else load, else fly, else deal.",
    rule="IT-PBM-04",
    at=(Acting,),
    must=going_on,
    menu=_for_a_round,
    means="what comes next: offload, else load, else fly on",
    deed=_carry_out,
)
