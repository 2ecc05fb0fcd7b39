"""Where play stands in a turn, and what comes first there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from traders.engines.imperial_trader.position.agenda_steps import Ordering, Placement
from traders.engines.imperial_trader.position.state import Position
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step
from traders.engines.kernel.steps.ended import Ended


def stage(state: Position) -> str:
    """The stage at which play stands."""
    step = state.agenda[-1]
    if not state.turn.number and not isinstance(step, (Ended, Ordering)):
        return Placement.stage
    return step.stage


@contextmanager
def standing_at(state: Position, step: Step) -> Iterator[None]:
    """As though play stood at that step."""
    state.agenda.append(step)  # type: ignore[arg-type]
    try:
        yield
    finally:
        state.agenda.pop()


def must_have_action(state: Position, seat: Seat) -> None:
    """Two actions a turn (IT-TRN-01)."""
    if not state.captains[seat].actions:
        raise Refusal(
            f"Both actions of this turn are taken; a turn has {tables().game.actions}.", "IT-TRN-01"
        )


def act(state: Position, seat: Seat) -> None:
    """One action is used, whichever of the four it is, the same twice if the player likes
    (IT-TRN-02, IT-TRN-03).
    """
    state.captains[seat].actions -= 1


def came_to(state: Position, *results: str) -> None:
    """What an action came to; the first one's results decide what was ordered ahead (IT-PBM-02)."""
    if state.active.actions == tables().game.actions - 1:
        state.turn.acted = True
        state.turn.results = list(results)
