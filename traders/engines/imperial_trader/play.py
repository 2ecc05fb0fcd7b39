"""Playing: which orders a seat may give now, the legality of one, and its being carried out. All
read the same table.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.engines.imperial_trader import actions, turn_stages
from traders.engines.imperial_trader.handler_table import HANDLERS, OFFERED
from traders.engines.imperial_trader.order_types import Order, StartAt, WholeRound
from traders.engines.imperial_trader.procedures import PROCEDURES
from traders.engines.imperial_trader.state import Position
from traders.engines.imperial_trader.steps import Acting
from traders.engines.kernel.agenda import Waiting
from traders.engines.kernel.contract import Event, Interval, Offer
from traders.engines.kernel.ended import Ended
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named


def check(state: Position, seat: Seat, order: Order, sent: Sequence[Order] = ()) -> None:
    """Refuse what the seat could not do now. Nothing sent before is spoken for: a new answer
    replaces the older (PR-SEALED-02).
    """
    if seat not in state.captains or state.captains[seat].out:
        raise Refusal(f"{named(seat)} is not in this game.", "IT-OBJ-01")
    step = state.agenda[-1]
    if isinstance(step, Ended):
        raise Refusal("The game is over.", step.rule, "IT-WIN-01")
    if isinstance(step, Waiting):
        turn_stages.must_answer(state, order)
    elif state.turn.seat != seat:
        raise Refusal(f"It is {named(state.turn.seat)}'s turn.", "IT-SET-06", "IT-TRN-01")
    HANDLERS[type(order)].check(state, seat, order)


def play(state: Position, seat: Seat, order: Order) -> list[Event]:
    """Carry out one order now; a refusal leaves the position as it was."""
    check(state, seat, order)
    return PROCEDURES.answered(state, seat, order)


close = PROCEDURES.closed
happen = PROCEDURES.happened


def gathers(state: Position, seat: Seat, order: Order) -> bool:
    """Starting planets and orders of a whole round are kept until all are opened (IT-SET-02,
    IT-PBM-03).
    """
    return isinstance(order, (StartAt, WholeRound)) and isinstance(
        PROCEDURES.pending(state), Interval
    )


def offers(state: Position, seat: Seat) -> tuple[Offer, ...]:
    """All that the seat may do now."""
    step = state.agenda[-1]
    if seat not in state.captains or state.captains[seat].out:
        return ()
    if not isinstance(step, Waiting) and state.turn.seat != seat:
        return ()
    handlers = OFFERED.get(type(step), ())
    if isinstance(step, Acting) and not state.captains[seat].actions:
        handlers = actions.FREE
    return tuple([offer for handler in handlers for offer in handler.offers(state, seat)])
