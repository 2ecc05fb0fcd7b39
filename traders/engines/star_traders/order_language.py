"""The orders of Star Traders as lines: read into the structs of `order_types.py`, and written back
for the history.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from copy import copy
from functools import lru_cache
from typing import Any, cast

import msgspec

from traders.engines.kernel.order_parts import Kind, Names, Seats, Several, name_key, words_of
from traders.engines.kernel.order_table import OrderRow, order_rows
from traders.engines.kernel.orders import Form, Grammar
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import COLOURS, NO_NAMES, Seat, SeatNames
from traders.engines.star_traders import personality_rules, what_is_meant
from traders.engines.star_traders.cargo_hold import IMPERIAL, imperial, is_imperial
from traders.engines.star_traders.cargo_hold import kinds as aboard
from traders.engines.star_traders.edition import EDITIONS, Edition, edition, standard
from traders.engines.star_traders.order_types import (
    Abandon,
    Add,
    Assign,
    Avoid,
    Bid,
    Build,
    BuyEngine,
    Choose,
    Deliver,
    Discard,
    Draw,
    End,
    Forbid,
    Halt,
    Jump,
    Keep,
    Load,
    Order,
    Pay,
    Permit,
    Petition,
    Play,
    Raid,
    Refuse,
    Repair,
    Reroll,
    Stay,
    Take,
)
from traders.engines.star_traders.state import Position

FORMS = (
    Form(Jump, "jump random", kind="random"),
    Form(Jump, "jump awesome", kind="awesome"),
    Form(Jump, "jump psychic", kind="psychic"),
    Form(Stay, "stay"),
    Form(Jump, "jump <to:world> [<kind:regular|station>]"),
    Form(Jump, "jump <kind:regular|station> <to:world>"),
    Form(Jump, "jump to <to:world> [<kind:regular|station>]"),
    Form(Halt, "halt"),
    Form(Load, "load <cargo> [<count:times>]"),
    Form(Load, "load <count:some> <cargo>"),
    Form(Deliver, "deliver <cargo> [<count:times>]"),
    Form(Deliver, "deliver <count:some> <cargo>"),
    Form(Abandon, "abandon <cargo>"),
    Form(Assign, "assign <cargo> to <space:some>"),
    Form(Assign, "assign <cargo> to space <space:some>"),
    Form(Assign, "assign <cargo> to completed <completed:some>"),
    Form(Build, "build"),
    Form(Build, "build station"),
    Form(BuyEngine, "engine"),
    Form(BuyEngine, "buy engine"),
    Form(Petition, "petition [<at:world>]"),
    Form(Add, "add <bonus:n>"),
    Form(Pay, "pay"),
    Form(Refuse, "refuse"),
    Form(
        Play,
        "play <card> [on <on:seat>] [at <at:world>] [<way:up|down>] [taking <taking:cargo>] [as "
        "<stands_for:card>] [throw <throw:n>]",
    ),
    Form(Avoid, "avoid [with <card>]"),
    Form(Reroll, "reroll [with <card>]"),
    Form(Reroll, "re roll [with <card>]"),
    Form(Repair, "repair"),
    Form(Draw, "draw [discarding <discarding:cards>]"),
    Form(Keep, "keep <cards>"),
    Form(Discard, "discard <cards>"),
    Form(Permit, "permit <seat> [at <at:world>]"),
    Form(Forbid, "forbid <seat> [at <at:world>]"),
    Form(Take, "take <world>"),
    Form(Choose, "choose <thing>"),
    Form(Raid, "raid <seat>"),
    Form(Bid, "no bid", stellors=0),
    Form(Bid, "bid <stellors:n>"),
    Form(End, "end"),
    Form(End, "end turn"),
)

TALENTS = (
    (r"jump awesome$", "Only Awesome Andi makes Awesome Jumps.", "ST-NEWPERSON-02"),
    (r"jump psychic$", "Only the Seer makes Psychic Jumps.", "ST-NEWPERSON-06"),
    (r"stay$", "Only the Seer may stay after a roll.", "ST-NEWPERSON-08"),
    (r"raid \w", "Only Pirate Pete raids engines.", "ST-NEWPERSON-15"),
    (r"keep \w", "Only Lucky Lou throws cards away ahead of the draw.", "ST-PERSON-11"),
)
AUCTIONS = ((r"(bid [0-9]+|no bid)$", "There is no auction.", "ST-IMPERIAL-22"),)
"""Orders that belong to Personalities and auctions: in a game without them they are understood, and
refused by their rule.
"""
ELSEWHERE = ("jump", "stay", "raid", "keep", "bid", "no")
"""How they begin."""

_THROW = re.compile(r" throw ([0-9]+)$")


def read(state: Position, seat: Seat, text: str, names: SeatNames = NO_NAMES) -> Order:
    """The order in a player's line; `Refusal` of kind unreadable or ambiguous with the nearest
    names.
    """
    line = " ".join(words_of(text))
    if line.startswith(ELSEWHERE):
        for pattern, words, rule in _elsewhere(state):
            if re.match(pattern, line):
                raise Refusal(words, rule)
    order = _read(state, seat, text, names)
    if isinstance(order, Bid) and not order.stellors and line != "no bid":
        raise Refusal(
            f"The lowest bid is {state.book.prices['auction_min_bid']}.",
            "ST-IMPERIAL-22",
            instead=["no bid"],
        )
    if isinstance(order, Load) and order.cargo == IMPERIAL:
        order = msgspec.structs.replace(order, cargo=imperial(seat))  # (ST-MISSION-06)
    elif isinstance(order, (Deliver, Abandon, Assign)) and order.cargo == IMPERIAL:
        order = msgspec.structs.replace(order, cargo=imperial_meant(state, seat))
    elif isinstance(order, Choose) and order.thing == IMPERIAL:
        order = Choose(imperial_meant(state, seat))
    if isinstance(order, Play) and state.book.cards[order.card].when == "reply":
        return Avoid()  # the card is played by the order of its own
    if isinstance(order, Play) and order.stands_for in _replies(state, seat, order.card):
        return Avoid(order.card)
    if isinstance(order, Keep):
        return _kept(state, seat, order)
    if (
        isinstance(order, Play)
        and not order.throw
        and state.die is not None
        and state.book.cards[order.card].target == "die"
    ):
        return msgspec.structs.replace(order, throw=state.die.throw)  # (PR-PRIORITY-03)
    return order


def _read(state: Position, seat: Seat, text: str, names: SeatNames) -> Order:
    """What fits several things is read once more among those that the order can take."""
    try:
        return cast("Order", grammar(state.edition, tuple(state.seats), seat).read(text, names))
    except Refusal as refusal:
        if refusal.kind != "ambiguous" or seat not in state.traders:
            raise
        words = words_of(text)
        known = kinds(state.book, tuple(state.seats), seat)
        meant = what_is_meant.by_order(state, seat, words[0], words[1:])
        return cast("Order", reread(Grammar(FORMS, among(known, meant)), text, names, refusal))


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


def _elsewhere(state: Position) -> tuple[tuple[str, str, str], ...]:
    """What is not in this game."""
    options = state.options
    talents = options.personalities == "none" and not any(
        trader.personalities for trader in state.traders.values()
    )
    auctions = options.game == "basic" and options.personality_choice != "auction"
    return (TALENTS if talents else ()) + (AUCTIONS if auctions else ())


def _replies(state: Position, seat: Seat, card: str) -> list[str]:
    """The cards played by the order of their own for which a seat's card stands in
    (ST-NEWPERSON-14).
    """
    if seat not in state.traders:
        return []
    return [
        other
        for other in personality_rules.stands_in(state.traders[seat], card)
        if state.book.cards[other].when == "reply"
    ]


def _kept(state: Position, seat: Seat, order: Keep) -> Draw:
    """The draw ahead of which all cards but these are discarded (ST-PERSON-11)."""
    if not personality_rules.keeps_cards(state.traders[seat]):
        raise Refusal("Only Lucky Lou throws cards away ahead of the draw.", "ST-PERSON-11")
    rest = list(state.traders[seat].hand)
    for card in order.cards:
        if card not in rest:
            raise Refusal(
                f"You do not hold {card}.", "ST-PERSON-11", "ST-LUCK-03", instead=tuple(rest)
            )
        rest.remove(card)
    return Draw(tuple(rest))


def for_later(order: Order) -> Order:
    """The order without the throw that lay there as it was read (PR-PRIORITY-03)."""
    return msgspec.structs.replace(order, throw=0) if isinstance(order, Play) else order


def write(order: Order) -> str:
    """The order as the history keeps it."""
    return _THROW.sub(r" (throw \1)", _writer().write(order))


def public(order: Order) -> str:
    """The order as every seat may read it: which throw a card was meant for is the box's note."""
    if isinstance(order, Choose) and order.thing in _cards():
        return "choose a card"  # which card changes hands is its two parties' to know (ST-LUCK-02)
    return _THROW.sub("", _writer().write(order))


@lru_cache(maxsize=256)
def grammar(digest: str, seats: tuple[Seat, ...], seat: Seat) -> Grammar:
    """The order language of one seat in one game."""
    return Grammar(FORMS, kinds(edition(digest), seats, seat))


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
        "world": _Worlds("world", worlds),
        "seat": Seats(colours),
        "card": card,
        "cards": Several(card),
        "cargo": _WithOwners("cargo", named),
        "thing": _WithOwners("thing to choose", things),
    }


def language() -> Grammar:
    """The order language on the standard edition."""
    return grammar(edition().digest, COLOURS, "")


def rows() -> tuple[OrderRow, ...]:
    """What is told of each order."""
    return order_rows(__package__, language())


def thing_names() -> frozenset[str]:
    """Worlds, cargoes and cards of the standard edition."""
    book = edition()
    return frozenset(
        (*(world.name for world in book.worlds.values()), *book.exported_from, *book.cards)
    )


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


def _cards() -> frozenset[str]:
    return frozenset(name for book in (standard(), *EDITIONS.values()) for name in book.cards)


@lru_cache(maxsize=1)
def _writer() -> Grammar:
    book = standard()
    known = kinds(book, ())
    for kind in ("seat", "card", "cargo", "thing"):
        known[kind] = _AsWritten(kind, {})
    known["cards"] = Several(known["card"])
    return Grammar(FORMS, known)
