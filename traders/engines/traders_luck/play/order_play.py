"""Play: who may give an order now. The orders themselves stand in the modules of their rules."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Pending
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Order
from traders.engines.kernel.orders.order_play import OrderPlay
from traders.engines.kernel.positions.storing import Storing
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named
from traders.engines.traders_luck import expansions_in_play
from traders.engines.traders_luck.play.order_language import ORDERS
from traders.engines.traders_luck.play.step_handlers import PROCEDURES
from traders.engines.traders_luck.position.state import Position


class _Play(OrderPlay[Position]):
    def must_be_asked(self, state: Position, seat: Seat, order: Order, pending: Pending) -> None:
        """Who has spent the fewest days is on turn, and nobody else (TL-ORD-02, TL-ORD-06)."""
        if self.orders.handler(order).when is not When.TURN or state.turn.seat == seat:
            return
        rules = [
            rule
            for one in expansions_in_play.in_play(state.options)
            for rule in one.outsider(state, seat)
        ]
        rules += ["TL-ORD-06"] if state.finished(seat) else []
        raise Refusal(f"It is {named(state.turn.seat)}'s turn.", *rules, "TL-ORD-02", "TL-ORD-03")


def _plays(state: Position, seat: Seat) -> bool:
    return seat in state.traders and not state.traders[seat].out


PLAY = _Play(ORDERS, PROCEDURES, Storing(Position), _plays, "TL-ORD-06", ("TL-END-01",))
