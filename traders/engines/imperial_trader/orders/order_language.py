"""What orders name, by the chart at hand, and how one stands within another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from traders.engines.imperial_trader.orders import order_parts
from traders.engines.imperial_trader.position.state import ALIEN_GOODS, SETTLERS, Chart, Position
from traders.engines.imperial_trader.sub_sector.chart import harrow, worlds
from traders.engines.kernel.grammar.order_parts import Kind, Names, Several, unreadable
from traders.engines.kernel.grammar.orders import Grammar
from traders.engines.kernel.orders.order_handler import OrderHandler
from traders.engines.kernel.orders.order_language import OrderLanguage
from traders.engines.kernel.seats import Seat


class Ahead:
    """The orders of a whole round, joined by semicolons."""

    longest = 200

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar

    def read(self, text: str) -> Any:
        pieces = [piece.strip() for piece in text.removeprefix(":").split(";")]
        return tuple(self.grammar.read(piece) for piece in pieces if piece)

    def write(self, value: Any) -> str:
        return "; ".join(self.grammar.write(one) for one in value)


class Ordered:
    """An order within an order, itself a plain one."""

    longest = 60

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar

    def read(self, text: str) -> Any:
        if text.startswith((":", ",")):
            raise unreadable("It is written: if arrived: <order>")
        return self.grammar.read(text)

    def write(self, value: Any) -> str:
        return self.grammar.write(value)


@lru_cache(maxsize=256)
def kinds(known: Chart, held: tuple[str, ...] = ()) -> dict[str, Kind]:
    """The kinds of things that orders name on this chart; a part of a name that fits one buy order
    held is enough.
    """
    return {
        "planet": order_parts.planets(known),
        "way": order_parts.Way(known),
        "by die": order_parts.CoursesByDie(known),
        "cargo": order_parts.Cargo(known, held),
        "cargos": Several(order_parts.Cargo(known, held)),
        "wares": Several(Names("upgrade", order_parts.WARES)),
        "result": order_parts.Result(order_parts.Cargo(known)),
    }


def _names() -> frozenset[str]:
    """Planets, exports and loads of the default chart."""
    return frozenset(name for one in worlds(harrow(4, 1)) for name in (one.name, one.export)) | {
        SETTLERS,
        ALIEN_GOODS,
    }


class ImperialOrders(OrderLanguage[Position]):
    """Orders as they are read on a chart, for a seat that holds some buy orders. `order`, `ahead`:
    the orders of which one, or several, may stand within these. Things bear their own names, so no
    chart is needed to write one.
    """

    def __init__(
        self,
        orders: Sequence[OrderHandler[Position]],
        *,
        order: ImperialOrders | None = None,
        ahead: ImperialOrders | None = None,
    ) -> None:
        super().__init__(orders, names=_names)
        self._order, self._ahead = order, ahead
        self.on = lru_cache(maxsize=256)(self._on)

    def _on(self, known: Chart, held: tuple[str, ...] = ()) -> Grammar:
        within: dict[str, Kind] = {}
        if self._order:
            within["order"] = Ordered(self._order.on(known, held))
        if self._ahead:
            within["ahead"] = Ahead(self._ahead.on(known, held))
        return Grammar(self.forms, {**kinds(known, held), **within})

    def grammar(self, state: Position, seat: Seat) -> Grammar:
        captain = state.captains.get(seat)
        return self.on(state.chart, tuple(captain.orders) if captain else ())

    def language(self) -> Grammar:
        return self.on(harrow(4, 1))
