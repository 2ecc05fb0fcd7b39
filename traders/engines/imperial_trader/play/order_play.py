"""Play: who may give an order now. The orders themselves stand in the modules of their rules."""

from __future__ import annotations

from traders.engines.imperial_trader.actions import PLAIN
from traders.engines.imperial_trader.orders.order_language import ImperialOrders
from traders.engines.imperial_trader.play.step_handlers import PROCEDURES
from traders.engines.imperial_trader.position.state import Position
from traders.engines.imperial_trader.round.second_action import AHEAD
from traders.engines.imperial_trader.round.simultaneous_orders import ROUND
from traders.engines.kernel.contract.contract import Pending
from traders.engines.kernel.orders.order_handler import Order
from traders.engines.kernel.orders.order_play import OrderPlay
from traders.engines.kernel.positions.storing import Storing
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Waiting
from traders.engines.kernel.words import named

ORDERS = ImperialOrders((*AHEAD.handlers.values(), ROUND), order=PLAIN, ahead=AHEAD)


class _Play(OrderPlay[Position]):
    def must_be_asked(self, state: Position, seat: Seat, order: Order, pending: Pending) -> None:
        """Clockwise, one after another, but for what all are asked at once (IT-SET-06)."""
        if not isinstance(state.agenda[-1], Waiting) and state.turn.seat != seat:
            raise Refusal(f"It is {named(state.turn.seat)}'s turn.", "IT-SET-06", "IT-TRN-01")


def _plays(state: Position, seat: Seat) -> bool:
    return seat in state.captains and not state.captains[seat].out


PLAY = _Play(ORDERS, PROCEDURES, Storing(Position), _plays, "IT-OBJ-01", ("IT-WIN-01",))
