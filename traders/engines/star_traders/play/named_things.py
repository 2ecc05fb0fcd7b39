"""What orders, conditions and deals name: worlds, seats, cards, cargoes, by the edition at hand."""

from __future__ import annotations

from collections.abc import Container, Mapping
from copy import copy
from typing import Any

from traders.engines.kernel.grammar.order_parts import Kind, Names, Seats, Several, name_key
from traders.engines.kernel.grammar.orders import Grammar
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat, SeatNames
from traders.engines.star_traders.edition import EDITIONS, Edition, edition, standard
from traders.engines.star_traders.holdings.cargo_hold import IMPERIAL, imperial, is_imperial
from traders.engines.star_traders.holdings.cargo_hold import kinds as aboard
from traders.engines.star_traders.position.state import Position


def kinds(book: Edition, seats: tuple[Seat, ...], seat: Seat = "") -> dict[str, Kind]:
    """The kinds of things that orders and conditions name. `me` is the seat itself."""
    worlds = {world.name: world.number for world in book.worlds.values()} | {
        str(number): number for number in book.worlds
    }
    cargoes = dict.fromkeys((*book.exported_from, IMPERIAL))
    named = {cargo: cargo for cargo in cargoes} | {"Imperial": IMPERIAL}
    named |= {imperial(other): imperial(other) for other in seats}
    colours = {other: other for other in seats} | ({"me": seat, "myself": seat} if seat else {})
    card = Names("card", {name: name for name in book.cards})
    places = {world.name: world.name for world in book.worlds.values()} | {
        str(w.number): w.name for w in book.worlds.values()
    }
    things = {word: word for word in ("payoff", "engine", "nothing")} | places | named
    things |= {name: name for name in (*book.cards, *book.personalities)}
    return {
        "world": Names("world", worlds),
        "seat": Seats(colours),
        "card": card,
        "cards": Several(card),
        "cargo": _WithOwners("cargo", named),
        "thing": _WithOwners("thing to choose", things),
    }


def known_cards() -> frozenset[str]:
    """The cards of every edition at hand."""
    return frozenset(name for book in (standard(), *EDITIONS.values()) for name in book.cards)


def thing_names() -> frozenset[str]:
    """Worlds, cargoes and cards of the standard edition."""
    book = edition()
    return frozenset(
        (*(world.name for world in book.worlds.values()), *book.exported_from, *book.cards)
    )


def as_written() -> dict[str, Kind]:
    """The kinds of things as the history names them: what has a name needs no list."""
    known = kinds(standard(), ())
    known["world"] = _Worlds("world", {})
    for kind in ("seat", "card", "cargo", "thing"):
        known[kind] = _AsWritten(kind, {})
    return {**known, "cards": Several(known["card"])}


def as_offered(book: Edition) -> dict[str, Kind]:
    """The same, but for worlds, which are called as this edition calls them."""
    return {**as_written(), "world": kinds(book, ())["world"]}


def among(known: Mapping[str, Kind], things: Mapping[str, Container[Any]]) -> dict[str, Kind]:
    """The kinds of things, those that are named here without all other things."""
    found = dict(known)
    for name, some in things.items():
        kind = known[name]
        assert isinstance(kind, Names)
        found[name] = kind.among(some)
    return {**found, "cards": Several(found["card"])}


def reread(grammar: Grammar, text: str, names: SeatNames, refusal: Refusal) -> Any:
    """What the text is in a narrower language, or the refusal that it had in the wider one."""
    try:
        return grammar.read(text, names)
    except Refusal as narrower:
        raise (narrower if narrower.kind == "ambiguous" else refusal) from None


def imperial_meant(state: Position, seat: Seat) -> str:
    """Which Imperial Cargo aboard a ship is meant where no owner is said: one's own, or another's
    if that alone is aboard.
    """
    trader = state.traders.get(seat)
    carried = [name for name in aboard(trader) if is_imperial(name)] if trader else []
    if imperial(seat) in carried or not carried:
        return imperial(seat)
    if len(carried) > 1:
        words = f"You carry more than one {IMPERIAL}: {', '.join(carried)}."
        raise Refusal(words, kind="ambiguous", instead=carried)
    return carried[0]


class _WithOwners(Names):
    """Things among which there are Imperial Cargoes, each named after the seat of its mission
    (ST-MISSION-05): by colour, else by name.
    """

    _by_name: Mapping[str, str] = {}

    def called(self, names: SeatNames) -> Names:
        found = copy(self)
        found._by_name = {
            f"{cargo} {name_key(name)}": imperial(names[name])
            for cargo in ("imperial", "imperial cargo")
            for name in names
        }
        found.longest = max(self.longest, *(2 * len(key.split()) + 1 for key in found._by_name))
        return found

    def read(self, text: str) -> Any:
        try:
            return super().read(text)
        except Refusal as refusal:
            cargo = self._by_name.get(name_key(text), "")
            if refusal.kind == "unreadable" and cargo in self._written:
                return cargo
            raise


class _Worlds(Names):
    """Worlds; in the history by name where every edition at hand calls the number so, else by
    number.
    """

    def write(self, value: int) -> str:
        names = {
            book.worlds[value].name
            for book in (standard(), *EDITIONS.values())
            if value in book.worlds
        }
        return next(iter(names)).casefold() if len(names) == 1 else str(value)


class _AsWritten(Names):
    """Names as the struct has them: what is written needs no list."""

    def write(self, value: str) -> str:
        return value.casefold()
