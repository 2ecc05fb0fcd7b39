"""What standing orders, stops and plans may wait for: `<seat> enters <space>`. All lies open."""

from __future__ import annotations

import msgspec

from traders.engines.kernel.grammar.orders import Form
from traders.engines.kernel.grammar.standing_order_conditions import (
    StandingConditions,
    seats_and_me,
    whose,
)
from traders.engines.kernel.seats import COLOURS, Seat
from traders.engines.stratastar.orders.order_language import kinds
from traders.engines.stratastar.position.agenda_steps import (
    BlockInterval,
    DefendInterval,
    PursuitInterval,
    RetreatInterval,
    SabotageInterval,
)
from traders.engines.stratastar.position.state import Position


class Enters(msgspec.Struct, frozen=True):
    """A seat's fleet moves into the space, from the declaration until all that it causes is over
    (SS-PBM-02).
    """

    seat: Seat
    at: str


FORMS = (Form(Enters, "<seat> enters <at:space>"), Form(Enters, "<seat> enter <at:space>"))


def _enters(state: Position, me: Seat, atom: Enters) -> str:
    """The move under way, so that a standing reaction answers its intervals (SS-PBM-02)."""
    who = whose(atom.seat, me)
    for step in reversed(state.agenda):
        match step:
            case (
                BlockInterval(seat=mover, to=at)
                | RetreatInterval(seat=mover, at=at)
                | DefendInterval(seat=mover, at=at)
                | PursuitInterval(seat=mover, at=at)
                | SabotageInterval(mover=mover, at=at)
            ):
                if mover == who and at == atom.at:
                    return f"march {state.marches}"
    return ""


CONDITIONS: StandingConditions[Position] = StandingConditions(
    FORMS,
    {Enters: _enters},
    kinds=lambda: kinds() | {"seat": seats_and_me(COLOURS)},
    of=lambda state: (),
    standard=lambda: (),
)
