"""The orders as lines: read into structs and written back for the history."""

from __future__ import annotations

import re
from functools import lru_cache

from traders.engines.kernel.order_parts import Kind, Names, Number, Several, unreadable
from traders.engines.kernel.orders import Form, Grammar
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames
from traders.engines.traders_luck.bounty_hunters.day_without_trip import STAYS
from traders.engines.traders_luck.bounty_hunters.order_forms import FORMS as HUNTERS_FORMS
from traders.engines.traders_luck.bounty_hunters.order_types import Stay
from traders.engines.traders_luck.display_names import units
from traders.engines.traders_luck.order_types import (
    Buy,
    End,
    Expand,
    Finish,
    Follow,
    Keep,
    Order,
    Sell,
    Settle,
    Travel,
)
from traders.engines.traders_luck.state import Position
from traders.engines.traders_luck.tables import tables

GOODS = {
    "food": "food",
    "ore": "ore",
    "robots": "robots",
    "robot": "robots",
    "medicine": "medicine",
    "medicines": "medicine",
    "luxury": "luxury",
    "luxuries": "luxury",
}
WARES = {
    **GOODS,
    "missiles": "missiles",
    "missile": "missiles",
    "shields": "shields",
    "shield": "shields",
}
FACES = {
    **GOODS,
    "police": "police",
    "no police": "no police",
    "pirate": "pirate",
    "pirates": "pirate",
    "trader": "trader",
    "traders": "trader",
    "blank": "blank",
    "blanks": "blank",
}

FORMS = (
    Form(Travel, "travel <size:small|medium|big>"),
    Form(Travel, "travel to <size:small|medium|big>"),
    Form(Travel, "explore <size:small|medium|big>"),
    Form(Follow, "follow"),
    Form(Keep, "keep <faces>"),
    Form(Settle, "settle"),
    Form(Sell, "sell"),
    Form(Sell, "sell illegal", illegal=True),
    Form(Sell, "sell <goods>"),
    Form(Sell, "sell illegal <goods>", illegal=True),
    Form(Buy, "buy <wares>"),
    Form(Buy, "buy <wares> discarding cargo", discarding=True),
    Form(Expand, "expand"),
    *HUNTERS_FORMS,
    Form(End, "end"),
    Form(End, "end turn"),
    Form(Finish, "finish"),
)


class Counted:
    """A number of things, as `2 robots`; `alone`: without a number it is one."""

    def __init__(self, names: Names, *, alone: bool) -> None:
        self.names = names
        self.alone = alone
        self.longest = names.longest + 1

    def read(self, text: str) -> tuple[str, int]:
        found = re.fullmatch(
            r"([0-9]+|one|two|three|four|five|six|seven|eight|nine|ten) (.+)", text
        )
        if found:
            return self.names.read(found[2]), Number(1).read(found[1])
        if self.alone:
            return self.names.read(text), 1
        raise unreadable(f"How many? It is written: 2 {self.names.write(self.names.read(text))}.")

    def write(self, value: tuple[str, int]) -> str:
        name, n = value
        return self.names.write(name) if n == 1 and self.alone else units(n, self.names.write(name))


class Together(Several):
    """Several counted things, each named once: `1 food and 2 food` are three."""

    def read(self, text: str) -> tuple[tuple[str, int], ...]:
        summed: dict[str, int] = {}
        for name, n in super().read(text):
            summed[name] = summed.get(name, 0) + n
        return tuple(summed.items())


def kinds() -> dict[str, Kind]:
    """The kinds of things that orders name."""
    return {
        "good": Names("good", GOODS),
        "goods": Together(Counted(Names("good", GOODS), alone=False)),
        "wares": Together(Counted(Names("thing to buy", WARES), alone=False)),
        "face": Names("face", FACES),
        "faces": Together(Counted(Names("face", FACES), alone=True)),
    }


@lru_cache(maxsize=1)
def language() -> Grammar:
    """The order language; it is the same for every seat."""
    return Grammar(FORMS, kinds())


def read(state: Position, seat: Seat, text: str, names: SeatNames = NO_NAMES) -> Order:
    """The order in a player's line; `Refusal` of kind unreadable or ambiguous with the nearest
    names.
    """
    if text == STAYS:
        return Stay()
    order = language().read(text, names)
    if not isinstance(order, Order):
        raise Refusal("That is no order.", kind="unreadable")
    return order


def write(order: Order) -> str:
    """The order as the history keeps it; a day without a trip is in no form, since no player says
    it (TL-PBM-05).
    """
    return STAYS if isinstance(order, Stay) else language().write(order)


def public(order: Order) -> str:
    """The order as every seat may read it: nothing in it is hidden."""
    return write(order)


def thing_names() -> frozenset[str]:
    """Goods and the faces of the dice, as orders name them."""
    figures = tables()
    return frozenset(figures.goods) | {face for die in figures.die for face in die.faces}
