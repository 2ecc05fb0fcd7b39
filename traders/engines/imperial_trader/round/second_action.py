"""A second action ordered ahead, on what the first comes to (IT-PBM-02, IT-TRN-04)."""

from __future__ import annotations

from traders.engines.imperial_trader.actions import PLAIN
from traders.engines.imperial_trader.orders.order_language import ImperialOrders
from traders.engines.imperial_trader.position.agenda_steps import Acting, Discarding, Wrecked
from traders.engines.imperial_trader.position.state import Position
from traders.engines.kernel.orders.order_handler import Order, OrderHandler, unoffered
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Steps, Told

AFTER_ONE = (Acting, Discarding, Wrecked)


class If(Order, frozen=True):
    """`if arrived: load parts to greenholt`"""

    result: str
    order: Order


class Otherwise(Order, frozen=True):
    """`otherwise: fly ferrum vale`"""

    order: Order


def _holds(state: Position, seat: Seat, result: str) -> bool:
    """Whether the first action came to that (IT-PBM-02)."""
    if result.startswith("damage below "):
        return state.captains[seat].damage < int(result.rsplit(maxsplit=1)[-1])
    return result in state.turn.results


def _check_if(state: Position, seat: Seat, order: If) -> None:
    """After the first action; where it holds, the order must be possible."""
    if not state.turn.acted:
        raise Refusal("There is no first action yet that could have come to anything.", "IT-PBM-02")
    if state.turn.branch != "met" and _holds(state, seat, order.result):
        PLAIN.handler(order.order).must_be_possible(state, seat, order.order)


def _if(state: Position, seat: Seat, order: If, step: Step, told: Told) -> Steps | None:
    if state.turn.branch == "met":
        return [step]  # of several the first that holds
    if not _holds(state, seat, order.result):
        state.turn.branch = "unmet"
        return [step]
    state.turn.branch = "met"
    return PLAIN.handler(order.order).deed(state, seat, order.order, step, told)


def _check_otherwise(state: Position, seat: Seat, order: Otherwise) -> None:
    """After an `if`; where that did not hold, the order must be possible."""
    if not state.turn.branch:
        raise Refusal(
            "`otherwise` stands under a line that it takes the place of: an `if` that does not "
            "hold, or an order that cannot be done.",
            "IT-PBM-02",
            kind="stale",
        )
    if state.turn.branch == "unmet":
        PLAIN.handler(order.order).must_be_possible(state, seat, order.order)


def _otherwise(
    state: Position, seat: Seat, order: Otherwise, step: Step, told: Told
) -> Steps | None:
    if state.turn.branch == "met":
        return [step]
    state.turn.branch = "met"
    return PLAIN.handler(order.order).deed(state, seat, order.order, step, told)


IF = OrderHandler(
    If,
    forms=("if <result> : <order>", "if <result> , <order>"),
    help="Order your second action in case your first one had this result.",
    example="if arrived: load parts to greenholt",
    rule="IT-PBM-02",
    at=AFTER_ONE,
    check=_check_if,
    menu=unoffered,  # what is offered is for now, not ahead
    deed=_if,
)
OTHERWISE = OrderHandler(
    Otherwise,
    forms=("otherwise : <order>", "otherwise <order>", "else : <order>"),
    help="Made if the line above was not: its `if` did not hold, or it could not be done.",
    example="otherwise: fly ferrum vale",
    rule="IT-PBM-02",
    at=AFTER_ONE,
    check=_check_otherwise,
    menu=unoffered,
    deed=_otherwise,
)
AHEAD = ImperialOrders((*PLAIN.handlers.values(), IF, OTHERWISE), order=PLAIN)
