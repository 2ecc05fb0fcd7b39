"""Where play stands in a turn, and what comes first there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from traders.engines.imperial_trader import steps
from traders.engines.imperial_trader.order_types import Order, StartAt, WholeRound
from traders.engines.imperial_trader.state import Position
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.agenda import Step
from traders.engines.kernel.ended import Ended
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat

STAGES: dict[type[Step], str] = {
    steps.Placement: "setup",
    steps.Ordering: "orders",
    steps.PickPort: "setup",
    steps.FirstDie: "setup",
    steps.Discarding: "discard",
    steps.Wrecked: "wreck",
    Ended: "over",
}
FIRST: dict[type[Step], tuple[str, tuple[str, ...]]] = {
    steps.Placement: ("First all ships are placed: start at a planet.", ("IT-SET-01", "IT-SET-02")),
    steps.Discarding: ("You hold a card too many: first discard one.", ("IT-DEA-02", "IT-DEA-03")),
    steps.Wrecked: ("Your ship is destroyed: first start at a planet.", ("IT-DMG-03",)),
    steps.Acting: ("Your ship is in flight already.", ("IT-SET-01", "IT-DMG-03")),
}


def stage(state: Position) -> str:
    """The stage at which play stands."""
    if not state.turn.number and not isinstance(state.agenda[-1], (Ended, steps.Ordering)):
        return "setup"
    return STAGES.get(type(state.agenda[-1]), "actions")


@contextmanager
def standing_at(state: Position, step: Step) -> Iterator[None]:
    """As though play stood at that step."""
    state.agenda.append(step)  # type: ignore[arg-type]
    try:
        yield
    finally:
        state.agenda.pop()


def must_be_at(state: Position, *kinds: type[Step]) -> None:
    """Refuse an order that does not fit the step at which play stands."""
    step = state.agenda[-1]
    if not isinstance(step, kinds):
        words, rules = FIRST.get(type(step), ("Not now.", ("IT-TRN-04",)))
        raise Refusal(words, *rules)


def must_answer(state: Position, order: Order) -> None:
    """Refuse what is no answer to the question that is open to all."""
    if isinstance(state.agenda[-1], steps.Ordering):
        if not isinstance(order, WholeRound):
            raise Refusal(
                "All order the round at once: in one line, round: <order>; <order>.",
                "IT-PBM-03",
                instead=["round: end", "round: deal; end"],
            )
    elif not isinstance(order, StartAt):
        raise Refusal("First all ships are placed: start at a planet.", "IT-SET-01", "IT-SET-02")


def must_act(state: Position, seat: Seat) -> None:
    """Two actions a turn (IT-TRN-01), when nothing else comes first."""
    must_be_at(state, steps.Acting)
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
