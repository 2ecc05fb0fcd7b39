"""The orders as lines: read into structs and written back for the history."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from traders.engines.imperial_trader import named_things
from traders.engines.imperial_trader.chart import harrow, worlds
from traders.engines.imperial_trader.order_types import (
    Auto,
    Buy,
    Deal,
    Discard,
    End,
    Fly,
    If,
    Load,
    Offload,
    Order,
    Otherwise,
    Repair,
    StartAt,
    WholeRound,
)
from traders.engines.imperial_trader.state import ALIEN_GOODS, SETTLERS, Chart, Position
from traders.engines.kernel.order_parts import Kind, Names, Several, unreadable
from traders.engines.kernel.order_table import OrderRow, order_rows
from traders.engines.kernel.orders import Form, Grammar
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames

PLAIN = (
    Form(StartAt, "start at <planet>"),
    Form(Fly, "fly <to:planet> [<n:some>] [via <via:way>]"),
    Form(Fly, "fly to <to:planet> [<n:some>] [via <via:way>]"),
    Form(Fly, "fly <to:planet> [<n:some>] [via <via:way>] <by_die:by die>"),
    Form(Fly, "fly to <to:planet> [<n:some>] [via <via:way>] <by_die:by die>"),
    Form(Load, "load <cargo>"),
    Form(Offload, "offload <cargo>"),
    Form(Offload, "unload <cargo>"),
    Form(Repair, "repair <n:some>"),
    Form(Buy, "buy <wares>"),
    Form(Deal, "deal"),
    Form(Auto, "auto"),
    Form(Discard, "discard <cargo>"),
    Form(End, "end"),
    Form(End, "end turn"),
)
AHEAD = (
    Form(If, "if <result> : <order>"),
    Form(If, "if <result> , <order>"),
    Form(Otherwise, "otherwise : <order>"),
    Form(Otherwise, "otherwise <order>"),
    Form(Otherwise, "else : <order>"),
)


ROUND = (Form(WholeRound, "round : <orders:ahead>"),)


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
        "planet": named_things.planets(known),
        "way": named_things.Way(known),
        "by die": named_things.CoursesByDie(known),
        "cargo": named_things.Cargo(known, held),
        "wares": Several(Names("upgrade", named_things.WARES)),
        "result": named_things.Result(named_things.Cargo(known)),
    }


@lru_cache(maxsize=256)
def grammar(known: Chart, held: tuple[str, ...] = ()) -> Grammar:
    """The order language on this chart, for a seat that holds these buy orders."""
    plain = {**kinds(known, held), "order": Ordered(Grammar(PLAIN, kinds(known, held)))}
    return Grammar(
        (*PLAIN, *AHEAD, *ROUND), {**plain, "ahead": Ahead(Grammar((*PLAIN, *AHEAD), plain))}
    )


def read(state: Position, seat: Seat, text: str, names: SeatNames = NO_NAMES) -> Order:
    """The order in a player's line; `Refusal` of kind unreadable or ambiguous with the nearest
    names.
    """
    captain = state.captains.get(seat)
    order = grammar(state.chart, tuple(captain.orders) if captain else ()).read(text, names)
    if not isinstance(order, Order):
        raise Refusal("That is no order.", kind="unreadable")
    return order


def write(order: Order) -> str:
    """The order as the history keeps it. Things bear their own names, so no chart is needed."""
    match order:
        case StartAt():
            return f"start at {order.planet.casefold()}"
        case Fly():
            first, *others = order.courses
            by_die = [
                f"with {one.least} or more: {named_things.course_written(one)}" for one in others
            ]
            return f"fly {', '.join([named_things.course_written(first), *by_die])}"
        case Load():
            return f"load {order.cargo.casefold()}"
        case Offload():
            return f"offload {order.cargo.casefold()}"
        case Discard():
            return f"discard {order.cargo.casefold()}"
        case Repair():
            return f"repair {order.n}"
        case Buy():
            return f"buy {' and '.join(order.wares)}"
        case If():
            return f"if {order.result}: {write(order.order)}"
        case Otherwise():
            return f"otherwise: {write(order.order)}"
        case WholeRound():
            return f"round: {'; '.join(map(write, order.orders))}"
    return type(order).__name__.casefold()


def public(order: Order) -> str:
    """The order as every seat may read it: what is ordered for a whole round is read when it is
    carried out (IT-PBM-03).
    """
    return "round: sealed orders" if isinstance(order, WholeRound) else write(order)


def language() -> Grammar:
    """The order language on the default chart."""
    return grammar(harrow(4, 1))


def rows() -> tuple[OrderRow, ...]:
    """What is told of each order."""
    return order_rows(__package__, language())


def thing_names() -> frozenset[str]:
    """Planets, exports and loads of the default chart."""
    return frozenset(name for one in worlds(harrow(4, 1)) for name in (one.name, one.export)) | {
        SETTLERS,
        ALIEN_GOODS,
    }
