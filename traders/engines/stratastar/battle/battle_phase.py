"""The Battle phase: where a battle may be, and in which order they are fought (SS-BAT)."""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import OrderHandler, unoffered
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told
from traders.engines.stratastar.empire.paid_orders import StrataOrder
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.agenda_steps import Battles, Commitment, Phase
from traders.engines.stratastar.position.state import Position


def faces(state: Position, seat: Seat, space: str) -> bool:
    """Whether a seat has a unit in a space, or its Homeworld, and so has another there to whom no
    Treaty binds it (SS-BAT-02, SS-BAT-15, SS-TRY-01).
    """
    if not galaxy.there(state.empires[seat], space):
        return False
    for other in state.empires.values():
        if (
            other.seat != seat
            and galaxy.there(other, space)
            and not galaxy.allied(state, seat, other.seat)
        ):
            return True
    return False


def parties(state: Position, space: str) -> list[Seat]:
    """Who is in a contested space; empty where nobody faces anybody."""
    return [seat for seat in state.from_active() if faces(state, seat, space)]


def contested(state: Position) -> list[str]:
    """Contested spaces, in the order named by the active player, then of the board (SS-BAT-18)."""
    named_first = state.turn.battles
    spaces = sorted(
        {ship.at for seat in state.playing for ship in state.empires[seat].ships}
        | _colonised(state),
        key=galaxy.place_of,
    )
    found = [space for space in spaces if parties(state, space)]
    return sorted(
        found,
        key=lambda space: named_first.index(space) if space in named_first else len(named_first),
    )


def _colonised(state: Position) -> set[str]:
    return {space for seat in state.playing for space in state.empires[seat].colonies}


def begin(state: Position, step: Battles, told: Told) -> Steps:
    """All at once (SS-PBM-05), or one after another (SS-BAT-18)."""
    spaces = contested(state)
    if not spaces:
        return []
    return (
        [Commitment(spaces)]
        if state.options.battles == "together"
        else [Commitment([space]) for space in spaces]
    )


class BattleOrder(StrataOrder, frozen=True):
    """`battles g7 c4`"""

    spaces: tuple[str, ...]


def _check_battles(state: Position, seat: Seat, order: BattleOrder) -> None:
    if len(set(order.spaces)) != len(order.spaces):
        raise Refusal("A space is named once: there is one battle in it at most.", "SS-BAT-18")


def _battles(state: Position, seat: Seat, order: BattleOrder, step: Phase, told: Told) -> Steps:
    """The order in which battles are fought (SS-BAT-18)."""
    state.turn.battles = list(order.spaces)
    return [step]


BATTLES = OrderHandler(
    BattleOrder,
    forms=("battles <spaces>",),
    help="Say in your Movement phase in which order the battles are fought.",
    example="battles g7 c4",
    rule="SS-BAT-18",
    stages=("movement",),
    check=_check_battles,
    menu=unoffered,
    deed=_battles,
)


STEPS = (StepHandler(Battles, does=begin),)
