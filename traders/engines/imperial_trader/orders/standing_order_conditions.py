"""What standing orders, stops and plans may wait for. All of it lies open. What holds counts until
the turn is over.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal

import msgspec

from traders.engines.imperial_trader.orders.order_language import kinds
from traders.engines.imperial_trader.position.state import Chart, Position
from traders.engines.imperial_trader.sub_sector import sub_sector_state
from traders.engines.imperial_trader.sub_sector.chart import harrow
from traders.engines.kernel.grammar.conditions import Condition, Conditions
from traders.engines.kernel.grammar.order_parts import Seats
from traders.engines.kernel.grammar.orders import Form, Grammar
from traders.engines.kernel.seats import COLOURS, NO_NAMES, Seat, SeatNames

ME = "me"


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


@lru_cache(maxsize=64)
def language(seats: tuple[Seat, ...], known: Chart) -> Conditions:
    """The conditions of one game. `me` stays `me`: whose it is, is known when it is looked at."""
    return Conditions(
        Grammar(
            FORMS,
            {**kinds(known), "seat": Seats({one: one for one in (*seats, ME)} | {"i": ME})},
            of="condition",
        )
    )


def atoms() -> Grammar:
    """What conditions may look at on the default chart."""
    return language(COLOURS, harrow(4, 1)).atoms


def read(state: Position, text: str) -> Condition:
    """The condition in a text; `Refusal` of kind unreadable or ambiguous."""
    return language(tuple(state.seats), state.chart).read(text)


def canonical(state: Position, text: str, names: SeatNames = NO_NAMES) -> str:
    """The condition written back in its canonical form; `Refusal` where it cannot be read."""
    known = language(tuple(state.seats), state.chart)
    return known.write(known.read(text, names))


def meets(state: Position, seat: Seat, text: str) -> str:
    """The name of the occasion on which the condition holds now, the same as long as it is the same
    event; "" if it does not hold.
    """
    return read(state, text).occasion(
        lambda atom: f"turn {state.turn.number}" if LOOKS[type(atom)](state, seat, atom) else ""
    )


def _whose(atom: Any, me: Seat) -> Seat:
    return me if atom.seat == ME else str(atom.seat)


def _at(state: Position, me: Seat, atom: At) -> bool:
    at = state.captains[_whose(atom, me)].at
    return not at.to and at.planet == atom.planet


def _holds(state: Position, me: Seat, atom: Holds) -> bool:
    captain = state.captains[_whose(atom, me)]
    return atom.cargo in (*captain.orders, *captain.loads)


def _measure(state: Position, me: Seat, atom: Measure) -> bool:
    captain = state.captains[_whose(atom, me)]
    n: int = getattr(captain, atom.what)
    return n >= atom.n if atom.way == "more" else n <= atom.n


def _closed(state: Position, me: Seat, atom: Closed) -> bool:
    return sub_sector_state.closed(state, atom.planet)


LOOKS: dict[type, Callable[[Position, Seat, Any], bool]] = {
    At: _at,
    Holds: _holds,
    Measure: _measure,
    Closed: _closed,
}
