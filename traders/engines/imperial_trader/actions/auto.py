"""The order `auto`: the action that comes next on the way of the orders held (IT-PBM-04)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from traders.engines.imperial_trader import chart, turn_stages
from traders.engines.imperial_trader.actions import deal, fly, work
from traders.engines.imperial_trader.order_handler import OrderHandler
from traders.engines.imperial_trader.order_types import Auto, Deal, Fly, Load, Offload, Order
from traders.engines.imperial_trader.state import Position
from traders.engines.imperial_trader.steps import Acting
from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.contract import Offer
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat

CLOSED = "IT-SHF-05"
"""Bars work where the ship has come to."""
HANDLERS: dict[type[Order], OrderHandler] = {
    Offload: work.OFFLOAD,
    Load: work.LOAD,
    Fly: fly.FLY,
    Deal: deal.DEAL,
}


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


def _next(state: Position, seat: Seat) -> Order:
    """The first of them that is possible; refuses where none is, and says what bars one here."""
    turn_stages.must_act(state, seat)
    barred: list[Refusal] = []
    for order in _in_turn(state, seat):
        try:
            HANDLERS[type(order)].check(state, seat, order)
        except Refusal as refusal:
            barred += [refusal] if CLOSED in refusal.rules else []
            continue
        return order
    why, rules = (barred[0].text, barred[0].rules) if barred else ("", ())
    words = "No order of yours can be gone on with here."
    raise Refusal(f"{words} {why}".strip(), "IT-PBM-04", *rules)


def _check(state: Position, seat: Seat, order: Auto) -> None:
    _next(state, seat)


def _carry_out(
    state: Position, seat: Seat, order: Auto, step: Acting, told: Told
) -> Sequence[Step] | None:
    with turn_stages.standing_at(state, Acting(seat)):
        action = _next(state, seat)
    return HANDLERS[type(action)].carry_out(state, seat, action, step, told)


OFFERED = Offer("auto", "what comes next: offload, else load, else fly on", "IT-PBM-04")


def _offers(state: Position, seat: Seat) -> Iterable[Offer]:
    """With an order in hand. It is offered for a round alone: in a turn the action itself is."""
    if not state.captains[seat].orders:
        return
    try:
        _next(state, seat)
    except Refusal:
        return
    yield OFFERED


AUTO = OrderHandler(_check, _carry_out, _offers)
