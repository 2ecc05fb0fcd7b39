"""Choices that a rule puts to one seat: what is asked, the answers, what the answer does; and the
orders that are nothing but answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Order, OrderHandler, Written, unoffered
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Closes, Step, Steps, Told
from traders.engines.star_traders.position.state import Position


class Asked(NamedTuple):
    """A choice that a rule puts to one seat: the orders of which one is the answer, the silence
    among them.
    """

    seat: Seat
    question: str
    orders: Sequence[Order]
    rule: str
    silence: int = 0
    """The place in `orders` of what silence does."""
    alone: bool = False
    """Asked also where there is only one answer; else what alone can be chosen is chosen without
    asking.
    """
    also: tuple[str, ...] = ()
    """Rules by which answers that might be expected are not among these."""
    does: Sequence[tuple[str, str]] = ()
    """What each of `orders` does, with the rule that says so, where the question does not."""


class Choosing(NamedTuple):
    """A step at which a rule puts a choice to a seat: what it asks, None where nothing is to be
    chosen; what the answer does, also where only one thing can be chosen and nobody is asked; what
    follows where nothing was.
    """

    kind: type[Step]
    asks: Callable[[Position, Any], Asked | None]
    answers: Callable[[Position, Any, Seat, Any, Told], Steps | None]
    closes: Closes[Position] | None = None


UNASKED = ("Nothing of the kind is asked of you now.", "ST-TURN-01")


def answer(
    fields: type[Order],
    *forms: Written,
    help: str,
    example: str = "",
    rule: str,
    said: Sequence[str] = (),
    when: When = When.ASKED,
    unasked: tuple[str, ...] = UNASKED,
) -> OrderHandler[Position]:
    """An order that is only ever the answer to a choice, which says what it does. `unasked`: the
    refusal of one that is not asked for, its words and its rules.
    """

    def refuse(state: Position, seat: Seat) -> NoReturn:
        raise Refusal(*unasked)

    return OrderHandler(
        fields,
        forms=forms,
        when=when,
        help=help,
        example=example,
        rule=rule,
        said=said,
        must=refuse,
        menu=unoffered,
        deed=lambda state, seat, order, step, told: refuse(state, seat),
    )


class Choose(Order, frozen=True):
    """`choose <thing>`: a world's name, a cargo, `payoff`, `engine`, `nothing`, as the choice says
    it.
    """

    thing: str


CHOOSE = answer(
    Choose,
    "choose <thing>",
    help="Answer any other choice that a card or a rule gives you.",
    example="choose payoff",
    rule="ST-PAYOFF-11",
)
