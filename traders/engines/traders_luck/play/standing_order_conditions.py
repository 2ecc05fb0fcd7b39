"""What standing orders, stops and plans may wait for. All of it lies open. What began with an event
counts until it is over.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal

import msgspec

from traders.engines.kernel.grammar.conditions import Condition, Conditions
from traders.engines.kernel.grammar.order_parts import Seats
from traders.engines.kernel.grammar.orders import Form, Grammar
from traders.engines.kernel.seats import COLOURS, NO_NAMES, Seat, SeatNames
from traders.engines.traders_luck.bounty_hunters import standing_order_conditions
from traders.engines.traders_luck.play.order_language import kinds
from traders.engines.traders_luck.position import market
from traders.engines.traders_luck.position.state import Position

ME = "me"


class Lands(msgspec.Struct, frozen=True):
    """The seat has come to a planet and its dice lie as they are, until the turn is over."""

    seat: Seat
    size: str = ""


class Costs(msgspec.Struct, frozen=True):
    """A unit of the good costs so much where the turn has led; what is not shown has no price
    (TL-PBM-03).
    """

    good: str
    n: int
    way: Literal["more", "less"]


class Legality(msgspec.Struct, frozen=True):
    """The good is shown on the planet where the turn has led, or is not (TL-PBM-03)."""

    good: str
    legal: bool


class Shows(msgspec.Struct, frozen=True):
    """So many dice, set aside or not, show the face (TL-PBM-02)."""

    face: tuple[str, int]


FORMS = (
    Form(Lands, "<seat> lands [on <size:small|medium|big>]"),
    Form(Lands, "<seat> land [on <size:small|medium|big>]"),
    Form(Costs, "<good> costs <n> or <way:more|less>"),
    Form(Costs, "<good> cost <n> or <way:more|less>"),
    Form(Legality, "<good> is legal", legal=True),
    Form(Legality, "<good> are legal", legal=True),
    Form(Legality, "<good> is illegal", legal=False),
    Form(Legality, "<good> are illegal", legal=False),
    Form(Shows, "<face:count> or more show"),
    Form(Shows, "<face:count> or more shown"),
    Form(Shows, "<face:count> show"),
    *standing_order_conditions.FORMS,
)


@lru_cache(maxsize=64)
def language(seats: tuple[Seat, ...]) -> Conditions:
    """The conditions of one game. `me` stays `me`: whose it is, is known when it is looked at."""
    known = kinds()
    faces = known["faces"]
    known |= {"seat": Seats({one: one for one in (*seats, ME)} | {"i": ME}), "count": faces.kind}  # type: ignore[attr-defined]
    return Conditions(Grammar(FORMS, known, of="condition"))


def atoms() -> Grammar:
    """What conditions may look at."""
    return language(COLOURS).atoms


def read(state: Position, text: str) -> Condition:
    """The condition in a text; `Refusal` of kind unreadable or ambiguous."""
    return _read(tuple(state.seats), text)


@lru_cache(maxsize=1024)
def _read(seats: tuple[Seat, ...], text: str) -> Condition:
    return language(seats).read(text)


def canonical(state: Position, text: str, names: SeatNames = NO_NAMES) -> str:
    """The condition written back in its canonical form; `Refusal` where it cannot be read."""
    known = language(tuple(state.seats))
    return known.write(known.read(text, names))


def meets(state: Position, seat: Seat, text: str) -> str:
    """The name of the occasion on which the condition holds now, the same as long as it is the same
    event; "" if it does not hold.
    """
    return read(state, text).occasion(lambda atom: LOOKS[type(atom)](state, seat, atom))


def _lands(state: Position, me: Seat, atom: Lands) -> str:
    turn = state.turn
    who = me if atom.seat == ME else atom.seat
    if (
        not turn.landed
        or turn.planet is None
        or turn.seat != who
        or atom.size not in ("", turn.planet.size)
    ):
        return ""
    return f"landing {turn.number}"


def _costs(state: Position, me: Seat, atom: Costs) -> str:
    """A price that trade ordered ahead waits for (TL-PBM-03)."""
    if state.turn.planet is None or not market.legal(state.here, atom.good):
        return ""
    price = market.price(state.here, atom.good)
    return (
        f"throw {state.throws}"
        if (price >= atom.n if atom.way == "more" else price <= atom.n)
        else ""
    )


def _legality(state: Position, me: Seat, atom: Legality) -> str:
    """Whether trade ordered ahead would be legal (TL-PBM-03)."""
    if state.turn.planet is None or market.legal(state.here, atom.good) != atom.legal:
        return ""
    return f"throw {state.throws}"


def _shows(state: Position, me: Seat, atom: Shows) -> str:
    """What a keeping policy waits for (TL-PBM-02)."""
    face, n = atom.face
    if state.turn.planet is None or sum(die.face == face for die in state.here.dice) < n:
        return ""
    return f"throw {state.throws}"


LOOKS: dict[type, Callable[[Position, Seat, Any], str]] = {
    Lands: _lands,
    Costs: _costs,
    Legality: _legality,
    Shows: _shows,
    **standing_order_conditions.LOOKS,
}
