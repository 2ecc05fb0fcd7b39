"""Turns and rounds (IT-TRN, IT-SET-06)."""

from __future__ import annotations

from traders.engines.imperial_trader.events import tell
from traders.engines.imperial_trader.position.agenda_steps import (
    Acting,
    BeginTurn,
    Carrying,
    EndRound,
    EndTurn,
    NextRound,
    Ordering,
)
from traders.engines.imperial_trader.position.state import Position, TurnNow
from traders.engines.imperial_trader.tables import tables
from traders.engines.imperial_trader.turn import game_end_and_winner
from traders.engines.kernel.contract.contract import Turn
from traders.engines.kernel.orders.order_handler import Order, OrderHandler
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told


def begin(state: Position, step: BeginTurn, told: Told) -> Steps:
    """Two actions (IT-TRN-01)."""
    state.turn = TurnNow(step.seat, number=state.turn.number + 1, drawn=state.turn.drawn)
    state.active.actions = tables().game.actions
    told.append(tell("turn", "IT-TRN-01", seat=step.seat, round=state.round))
    return [Carrying(step.seat) if state.options.rounds_at_once else Acting(step.seat)]


def waits(state: Position, step: Acting) -> Turn:
    """The second action is chosen after the first (IT-TRN-04), and a turn ends by `end` alone.
    Silence passes (IT-PBM-04).
    """
    return Turn((step.seat,), "actions", "IT-TRN-01", state.turn.number, "end")


def end(state: Position, step: EndTurn, told: Told) -> Steps:
    """Play continues clockwise (IT-SET-06); after the last player the round is over."""
    state.ordered.pop(state.turn.seat, None)
    order = state.clockwise()
    later = [
        seat for seat in order[order.index(state.turn.seat) + 1 :] if not state.captains[seat].out
    ]
    return [BeginTurn(later[0])] if later else [EndRound()]


def next_round(state: Position, step: NextRound, told: Told) -> Steps:
    """A new round, unless the cap is reached; 0 is no cap (IT-PBM-05)."""
    if state.options.rounds and state.round >= state.options.rounds:
        return game_end_and_winner.reckon(state, told)
    state.round += 1
    return open_round(state)


def open_round(state: Position) -> list[Step]:
    """One after another from the first player (IT-SET-06), or all ordering at once (IT-PBM-03)."""
    first = next(seat for seat in state.clockwise() if not state.captains[seat].out)
    return [Ordering()] if state.options.rounds_at_once else [BeginTurn(first)]


class End(Order, frozen=True):
    """`end`"""


def _end(state: Position, seat: Seat, order: End, step: Acting, told: Told) -> Steps:
    """Actions may be left out (IT-TRN-01)."""
    told.append(tell("turn-over", "IT-TRN-01", seat=seat))
    return [EndTurn()]


END = OrderHandler(
    End, forms=("end", "end turn"), help="End your turn.", rule="IT-TRN-01", at=(Acting,), deed=_end
)

STEPS = (
    StepHandler(BeginTurn, does=begin),
    StepHandler(Acting, waits=waits),
    StepHandler(EndTurn, does=end),
    StepHandler(NextRound, does=next_round),
)
