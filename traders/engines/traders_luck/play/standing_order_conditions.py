"""What standing orders, stops and plans may wait for. All of it lies open. What began with an event
counts until it is over.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from traders.engines.kernel.grammar.order_parts import Kind
from traders.engines.kernel.grammar.orders import Form
from traders.engines.kernel.grammar.standing_order_conditions import (
    StandingConditions,
    seats_and_me,
    whose,
)
from traders.engines.kernel.seats import COLOURS, Seat
from traders.engines.traders_luck.bounty_hunters import standing_order_conditions
from traders.engines.traders_luck.play.order_language import kinds
from traders.engines.traders_luck.position import planet_market
from traders.engines.traders_luck.position.state import Position


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


def _kinds(*seats: Seat) -> dict[str, Kind]:
    known = kinds()
    return known | {"seat": seats_and_me(seats), "count": known["faces"].kind}  # type: ignore[attr-defined]


def _lands(state: Position, me: Seat, atom: Lands) -> str:
    turn = state.turn
    if (
        not turn.landed
        or turn.planet is None
        or turn.seat != whose(atom.seat, me)
        or atom.size not in ("", turn.planet.size)
    ):
        return ""
    return f"landing {turn.number}"


def _costs(state: Position, me: Seat, atom: Costs) -> str:
    """A price that trade ordered ahead waits for (TL-PBM-03)."""
    if state.turn.planet is None or not planet_market.legal(state.here, atom.good):
        return ""
    price = planet_market.price(state.here, atom.good)
    return (
        f"throw {state.throws}"
        if (price >= atom.n if atom.way == "more" else price <= atom.n)
        else ""
    )


def _legality(state: Position, me: Seat, atom: Legality) -> str:
    """Whether trade ordered ahead would be legal (TL-PBM-03)."""
    if state.turn.planet is None or planet_market.legal(state.here, atom.good) != atom.legal:
        return ""
    return f"throw {state.throws}"


def _shows(state: Position, me: Seat, atom: Shows) -> str:
    """What a keeping policy waits for (TL-PBM-02)."""
    face, n = atom.face
    if state.turn.planet is None or sum(die.face == face for die in state.here.dice) < n:
        return ""
    return f"throw {state.throws}"


CONDITIONS: StandingConditions[Position] = StandingConditions(
    FORMS,
    {
        Lands: _lands,
        Costs: _costs,
        Legality: _legality,
        Shows: _shows,
        **standing_order_conditions.LOOKS,
    },
    kinds=_kinds,
    of=lambda state: tuple(state.seats),
    standard=lambda: COLOURS,
)
