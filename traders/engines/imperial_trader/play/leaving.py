"""Dropping out: the source knows only ships that are lost for good with their captains; the orders
go back to the deck (IT-DEA-05).
"""

from __future__ import annotations

from traders.engines.imperial_trader.events import tell
from traders.engines.imperial_trader.play.step_handlers import PROCEDURES
from traders.engines.imperial_trader.position.agenda_steps import (
    EndTurn,
    Ordering,
    Placement,
    Shuffle,
)
from traders.engines.imperial_trader.position.state import Position
from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told, put
from traders.engines.kernel.steps.ended import ended
from traders.engines.kernel.words import named


def leave(state: Position, seat: Seat) -> list[Event]:
    """The seat is skipped from now on; the last one left wins by default."""
    told: Told = []
    captain = state.captains[seat]
    if captain.out:
        raise Refusal(f"{named(seat)} has dropped out already.", "IT-OBJ-01")
    state.deck += captain.orders
    captain.out, captain.credits, captain.orders, captain.cargo, captain.delayed = (
        True,
        0,
        [],
        [],
        [],
    )
    told.append(tell("drops-out", "IT-DEA-05", seat=seat))
    left = [other for other in state.seats if not state.captains[other].out]
    step = state.agenda[-1]
    if len(left) <= 1:
        event = (
            tell("last-left", "IT-OBJ-03", seat=left[0])
            if left
            else tell("nobody-left", "IT-OBJ-03")
        )
        put(state, ended(state, left, event, "default", told))
    elif isinstance(step, (Placement, Ordering)):
        step.sealed.pop(seat, None)
        put(state, [Shuffle()] if isinstance(step, Ordering) else [])
    elif state.turn.seat == seat:
        state.agenda = []
        put(state, [Shuffle(), EndTurn()])
    else:
        put(state, [Shuffle()])
    PROCEDURES.run(state, told)
    return told
