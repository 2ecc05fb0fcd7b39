"""A second action ordered ahead, on what the first comes to (IT-PBM-02, IT-TRN-04)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from traders.engines.imperial_trader import actions
from traders.engines.imperial_trader.order_handler import OrderHandler
from traders.engines.imperial_trader.order_types import If, Otherwise
from traders.engines.imperial_trader.state import Position
from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.contract import Offer
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat


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
        actions.HANDLERS[type(order.order)].check(state, seat, order.order)


def _if(state: Position, seat: Seat, order: If, step: Step, told: Told) -> Sequence[Step] | None:
    if state.turn.branch == "met":
        return [step]  # of several the first that holds
    if not _holds(state, seat, order.result):
        state.turn.branch = "unmet"
        return [step]
    state.turn.branch = "met"
    return actions.HANDLERS[type(order.order)].carry_out(state, seat, order.order, step, told)


def _check_otherwise(state: Position, seat: Seat, order: Otherwise) -> None:
    """After an `if`; where that did not hold, the order must be possible."""
    if not state.turn.branch:
        raise Refusal("`otherwise` stands after an `if`.", "IT-PBM-02")
    if state.turn.branch == "unmet":
        actions.HANDLERS[type(order.order)].check(state, seat, order.order)


def _otherwise(
    state: Position, seat: Seat, order: Otherwise, step: Step, told: Told
) -> Sequence[Step] | None:
    if state.turn.branch == "met":
        return [step]
    state.turn.branch = "met"
    return actions.HANDLERS[type(order.order)].carry_out(state, seat, order.order, step, told)


def _none(state: Position, seat: Seat) -> Iterable[Offer]:
    """What is offered is for now, not ahead."""
    return ()


IF = OrderHandler(_check_if, _if, _none)
OTHERWISE = OrderHandler(_check_otherwise, _otherwise, _none)
