"""What standing orders may wait for of what the expansion adds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from traders.engines.kernel.grammar.orders import Form
from traders.engines.kernel.seats import Seat
from traders.engines.traders_luck.bounty_hunters.agenda_steps import Commitment
from traders.engines.traders_luck.position.state import Position


class HasPiracy(msgspec.Struct, frozen=True):
    """The seat has so many Piracy points."""

    seat: Seat
    n: int


class Attacked(msgspec.Struct, frozen=True):
    """The seat itself is attacked by a player, and the commitment is asked for."""


class Attacking(msgspec.Struct, frozen=True):
    """The seat itself attacks a player, and the commitment is asked for."""


FORMS = (
    Form(HasPiracy, "<seat> has <n> piracy or more"),
    Form(HasPiracy, "<seat> has piracy <n> or more"),
    Form(Attacked, "attacked"),
    Form(Attacked, "i am attacked"),
    Form(Attacking, "attacking"),
    Form(Attacking, "i am attacking"),
)


def _has_piracy(state: Position, me: Seat, atom: HasPiracy) -> str:
    """Down to which Piracy a standing order attacks (BH-PBM-01)."""
    hunter = state.hunters.get(atom.seat if atom.seat in state.traders else me)
    return f"piracy {atom.n}" if hunter is not None and hunter.piracy >= atom.n else ""


def _attacked(state: Position, me: Seat, atom: Attacked) -> str:
    step = state.agenda[-1]
    return (
        f"combat {state.turn.number}"
        if isinstance(step, Commitment) and step.defender == me
        else ""
    )


def _attacking(state: Position, me: Seat, atom: Attacking) -> str:
    """When a standing order's commitment is made (BH-PBM-01)."""
    step = state.agenda[-1]
    return (
        f"combat {state.turn.number}"
        if isinstance(step, Commitment) and step.attacker == me
        else ""
    )


LOOKS: dict[type, Callable[[Position, Seat, Any], str]] = {
    HasPiracy: _has_piracy,
    Attacked: _attacked,
    Attacking: _attacking,
}
