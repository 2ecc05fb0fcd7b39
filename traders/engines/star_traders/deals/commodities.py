"""What can be dealt in, as it is said and written (ST-TRADE-01): `12 stellors and card zap`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import cast

import msgspec

from traders.engines.kernel.grammar.order_parts import Kind, Names, shown, unreadable
from traders.engines.kernel.grammar.orders import Form, Grammar
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames
from traders.engines.star_traders.edition import Edition, edition
from traders.engines.star_traders.holdings import cargo_hold
from traders.engines.star_traders.play import ambiguous_names
from traders.engines.star_traders.play.named_things import among, imperial_meant, kinds, reread
from traders.engines.star_traders.position.state import Position

MOST = 12
"""Things that one side of a deal may name."""
_JOINED = re.compile(r"\s*,\s*(?:and\b)?|\band\b")


class Thing(msgspec.Struct, frozen=True, tag=True):
    """One thing of a deal. Each kind is a subclass."""


class Money(Thing, frozen=True):
    """`12 stellors`"""

    stellors: int


class Engines(Thing, frozen=True):
    """`2 engines`"""

    count: int = 1


class StationAt(Thing, frozen=True):
    """`station at <world>`"""

    world: int


class NamedCard(Thing, frozen=True):
    """`card <name>`"""

    card: str


class SomeCard(Thing, frozen=True):
    """`a card`: the giver says which when the deal is done."""


class Freight(Thing, frozen=True):
    """`<cargo>`"""

    cargo: str
    count: int = 1


class Right(Thing, frozen=True):
    """`right to deliver <cargo>`: of a Completed Contract; `at` the world, where it is said."""

    cargo: str
    at: int = 0


class Permission(Thing, frozen=True):
    """`permission at <world>`: the use of the giver's station there."""

    world: int


class Honour(Thing, frozen=True):
    """`2 prestige`: can be said, and is refused."""

    prestige: int


class Persona(Thing, frozen=True):
    """`personality <name>`: with the optional rule."""

    name: str


class Nothing(Thing, frozen=True):
    """`nothing`"""


_FORMS = (
    Form(Money, "1 stellor", stellors=1),
    Form(Money, "<stellors:some> stellors"),
    Form(Money, "<stellors:some> stellor"),
    Form(Engines, "<count:some> engines"),
    Form(Engines, "<count:some> engine"),
    Form(Engines, "an engine", count=1),
    Form(Engines, "engine", count=1),
    Form(StationAt, "station at <world>"),
    Form(StationAt, "station on <world>"),
    Form(NamedCard, "card <card>"),
    Form(NamedCard, "<card> card"),
    Form(SomeCard, "a card"),
    Form(SomeCard, "1 card"),
    Form(SomeCard, "card"),
    Form(Right, "right to deliver <cargo> [to <at:world>]"),
    Form(Permission, "permission at <world>"),
    Form(Permission, "permission on <world>"),
    Form(Honour, "<prestige:some> prestige"),
    Form(Persona, "personality <name:personality>"),
    Form(Nothing, "nothing"),
    Form(Freight, "<cargo> [<count:times>]"),
    Form(Freight, "<count:some> <cargo>"),
    Form(NamedCard, "<card>"),
)
USAGE = (
    "12 stellors, 1 engine, station at oz, card zap, a card, fur, right to deliver fur, "
    "permission at oz, nothing"
)


@lru_cache(maxsize=64)
def language(digest: str, seats: tuple[Seat, ...]) -> Grammar:
    """The language of things that are dealt in."""
    return Grammar(_FORMS, _kinds(edition(digest), seats))


def _kinds(book: Edition, seats: tuple[Seat, ...]) -> dict[str, Kind]:
    personality = Names("Personality", {name: name for name in book.personalities})
    return {**kinds(book, seats), "personality": personality}


def read(
    state: Position, giver: Seat, text: str, names: SeatNames = NO_NAMES, *, own: bool = False
) -> tuple[Thing, ...]:
    """The things in a player's words, who is the giver if they are its `own`; `Refusal` of kind
    unreadable or ambiguous.
    """
    pieces = [piece.strip() for piece in _JOINED.split(text.strip())]
    if not all(pieces) or len(pieces) > MOST:
        raise unreadable(f"{shown(text)} is no list of at most {MOST} things. Things are: {USAGE}.")
    found = tuple(_read(state, giver, piece, names, own=own) for piece in pieces)
    if len(found) > 1 and any(isinstance(thing, Nothing) for thing in found):
        raise unreadable("Nothing and something is something: leave nothing out.")
    return found


def _read(state: Position, giver: Seat, piece: str, names: SeatNames, *, own: bool) -> Thing:
    try:
        thing = _thing(state, giver, piece, names, own=own)
    except Refusal as refusal:
        raise Refusal(
            f"{refusal.text} Things in a deal are: {USAGE}.",
            *refusal.rules,
            kind=refusal.kind,
            instead=refusal.instead,
        ) from refusal
    if isinstance(thing, Freight) and thing.cargo == cargo_hold.IMPERIAL:
        return Freight(imperial_meant(state, giver), thing.count)
    return thing


def _thing(state: Position, giver: Seat, piece: str, names: SeatNames, *, own: bool) -> Thing:
    """What fits several things is read once more among those that the giver has."""
    seats = tuple(state.seats)
    try:
        thing: Thing = language(state.edition, seats).read(piece, names)
    except Refusal as refusal:
        if refusal.kind != "ambiguous" or giver not in state.traders:
            raise
        meant = among(_kinds(state.book, seats), ambiguous_names.in_deal(state, giver, own=own))
        return cast("Thing", reread(Grammar(_FORMS, meant), piece, names, refusal))
    return thing


def write(state: Position, things: tuple[Thing, ...]) -> str:
    """The things in one form, which `read` understands."""
    grammar = language(state.edition, tuple(state.seats))
    return " and ".join(grammar.write(thing) for thing in things)
