"""The orders of the game, in the order in which they are offered, and what they name."""

from __future__ import annotations

import re

from traders.engines.kernel.grammar.order_parts import Kind, Names, Number, Several, unreadable
from traders.engines.kernel.orders.order_language import OrderLanguage
from traders.engines.traders_luck.bounty_hunters import step_handlers as hunters
from traders.engines.traders_luck.bounty_hunters.day_without_trip import STAYS, Stay
from traders.engines.traders_luck.position.display_names import units
from traders.engines.traders_luck.position.state import Position
from traders.engines.traders_luck.tables import tables
from traders.engines.traders_luck.trade import buying, expanding_cargo_bay, selling
from traders.engines.traders_luck.trip import planet_dice, travel
from traders.engines.traders_luck.turn import turn

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


def _names() -> frozenset[str]:
    """Goods and the faces of the dice."""
    figures = tables()
    return frozenset(figures.goods) | {face for die in figures.die for face in die.faces}


ORDERS: OrderLanguage[Position] = OrderLanguage(
    (
        travel.TRAVEL,
        travel.FOLLOW,
        planet_dice.KEEP,
        planet_dice.SETTLE,
        selling.SELL,
        expanding_cargo_bay.EXPAND,
        buying.BUY,
        *hunters.ORDERS,
        turn.END,
        turn.FINISH,
    ),
    kinds,
    _names,
    unsaid={STAYS: Stay()},
)
