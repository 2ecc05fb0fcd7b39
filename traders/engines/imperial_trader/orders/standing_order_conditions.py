"""What standing orders, stops and plans may wait for. All of it lies open. What holds counts until
the turn is over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from traders.engines.imperial_trader.orders.order_language import kinds
from traders.engines.imperial_trader.position.state import Position
from traders.engines.imperial_trader.sub_sector import sub_sector_state
from traders.engines.imperial_trader.sub_sector.chart import harrow
from traders.engines.kernel.grammar.orders import Form
from traders.engines.kernel.grammar.standing_order_conditions import (
    ME,
    StandingConditions,
    seats_and_me,
    whose,
)
from traders.engines.kernel.seats import COLOURS, Seat


class At(msgspec.Struct, frozen=True):
    """The seat's ship is at the planet."""

    seat: Seat
    planet: str


class Holds(msgspec.Struct, frozen=True):
    """The seat holds the order."""

    seat: Seat
    cargo: str


class Measure(msgspec.Struct, frozen=True):
    """The seat has so many credits or damage points."""

    seat: Seat
    what: Literal["credits", "damage"]
    n: int
    way: Literal["more", "less"]


class Closed(msgspec.Struct, frozen=True):
    """The planet is closed to trade."""

    planet: str


FORMS = (
    Form(At, "at <planet>", seat=ME),
    Form(At, "<seat> is at <planet>"),
    Form(At, "<seat> arrives at <planet>"),
    Form(Holds, "<seat> holds <cargo>"),
    Form(Measure, "<what:credits|damage> <n> or <way:more|less>", seat=ME),
    Form(Measure, "<seat> has <what:credits|damage> <n> or <way:more|less>"),
    Form(Closed, "<planet> is closed"),
)


def _at(state: Position, me: Seat, atom: At) -> bool:
    at = state.captains[whose(atom.seat, me)].at
    return not at.to and at.planet == atom.planet


def _holds(state: Position, me: Seat, atom: Holds) -> bool:
    captain = state.captains[whose(atom.seat, me)]
    return atom.cargo in (*captain.orders, *captain.loads)


def _measure(state: Position, me: Seat, atom: Measure) -> bool:
    captain = state.captains[whose(atom.seat, me)]
    n: int = getattr(captain, atom.what)
    return n >= atom.n if atom.way == "more" else n <= atom.n


def _closed(state: Position, me: Seat, atom: Closed) -> bool:
    return sub_sector_state.closed(state, atom.planet)


def _till_the_turn_is_over(
    holds: Callable[[Position, Seat, Any], bool],
) -> Callable[[Position, Seat, Any], str]:
    return lambda state, me, atom: f"turn {state.turn.number}" if holds(state, me, atom) else ""


CONDITIONS: StandingConditions[Position] = StandingConditions(
    FORMS,
    {
        At: _till_the_turn_is_over(_at),
        Holds: _till_the_turn_is_over(_holds),
        Measure: _till_the_turn_is_over(_measure),
        Closed: _till_the_turn_is_over(_closed),
    },
    kinds=lambda chart, *seats: kinds(chart) | {"seat": seats_and_me(seats)},
    of=lambda state: (state.chart, *state.seats),
    standard=lambda: (harrow(4, 1), *COLOURS),
)
