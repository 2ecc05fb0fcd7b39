"""The orders of an empire, and those of them that are paid with cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from traders.engines.kernel.orders.order_handler import Meaning, Order, OrderHandler, Written
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.stratastar.empire import cards_and_payment
from traders.engines.stratastar.empire.abilities_in_play import price_of
from traders.engines.stratastar.empire.cards_and_payment import Cards
from traders.engines.stratastar.position.state import Position

PAID = " [with <using:cards>]"
Means = Callable[[Position, Seat, Any], Meaning] | str


class StrataOrder(Order, frozen=True):
    """An order; spaces and seats in it are "" where nothing was said."""

    action: ClassVar[bool] = False
    """It can be sabotaged (SS-SAB-03)."""


class Paid(StrataOrder, frozen=True, kw_only=True):
    """An order that is paid with cards. `using`: those that were said to pay with, () where none
    were.
    """

    using: Cards = ()


class Price(NamedTuple):
    """So many cards of a kind, and the rule that says so."""

    kind: str
    n: int
    rule: str


def paid(
    order: OrderHandler[Position],
    price: tuple[str, int] | None = None,
    prices: Callable[[Position, Seat, Any], Price] | None = None,
    *,
    first: bool = True,
) -> OrderHandler[Position]:
    """The order with its price: that of the ability which it needs where nothing is said. Where it
    is always the same it stands for `{price}` in what the order means. `first`: it is paid before
    anything is done; else what is done pays it.
    """
    same = Price(*(price or (("", 0) if prices else price_of(order.needs))), order.rule)
    cost = prices or (lambda state, seat, order: same)

    def must_be_paid(state: Position, seat: Seat, one: Paid) -> None:
        kind, n, rule = cost(state, seat, one)
        cards_and_payment.payment(state, seat, kind, n, one.using, rule)

    def affordable(state: Position, seat: Seat) -> bool:
        return cards_and_payment.unsaid(state, seat, same.kind, same.n) is not None

    def spends(state: Position, seat: Seat, one: Paid) -> None:
        kind, n, rule = cost(state, seat, one)
        cards_and_payment.pay(state, seat, kind, n, one.using, [], rule)
        if order.spends is not None:
            order.spends(state, seat, one)

    def deed(state: Position, seat: Seat, one: Paid, step: object, told: Told) -> Steps | None:
        kind, n, rule = cost(state, seat, one)
        cards_and_payment.pay(state, seat, kind, n, one.using, told, rule)
        return order.deed(state, seat, one, step, told)

    return replace(
        order,
        forms=[_with_payment(form) for form in order.forms],
        price=must_be_paid,
        affordable=None if prices else affordable,
        help=order.help.replace("{price}", in_words(same.kind, same.n)),
        means=_with_price(order.means, as_written(same.kind, same.n)),
        spends=spends,
        deed=deed if first else order.deed,
    )


def in_words(kind: str, n: int) -> str:
    """Cards as a sentence names them: `3 Builds`."""
    return f"{n} {kind.capitalize()}{'s' * (n != 1)}"


def as_written(kind: str, n: int) -> str:
    """Cards as an order names them: `3 build`."""
    return f"{n} {kind}"


def _with_price(means: Means, price: str) -> Means:
    if isinstance(means, str):
        return means.replace("{price}", price)

    def told(state: Position, seat: Seat, order: object) -> Meaning:
        meant = means(state, seat, order)
        return meant.replace("{price}", price) if isinstance(meant, str) else meant

    return told


def _with_payment(form: Written) -> Written:
    return f"{form}{PAID}" if isinstance(form, str) else (f"{form[0]}{PAID}", form[1])
