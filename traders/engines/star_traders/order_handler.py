"""What an order kind is to the engine: when it may be given, its legality, what it does, and what
of it is offered.

Each rule's module makes its own `OrderHandler`; `handler_table.py` is the table of them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple

from traders.engines.kernel.agenda import Closes, Step, Told
from traders.engines.kernel.contract import Offer
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders.state import Position

When = Literal["turn", "any", "card"]


class OrderHandler(NamedTuple):
    """One kind of order.

    `turn`: in one's own turn, while play waits for it; `any`: at any time, done at once, also
    inside an interval; `card`: at any time that the card allows, gathered while an interval is
    open. `check` raises the refusal; `carry_out` is called only after it and returns the steps to
    be done next. `own`: the rules cited when it is given in another's turn.
    """

    when: When
    check: Callable[[Position, Seat, Any], None]
    carry_out: Callable[[Position, Seat, Any, Told], Sequence[Step] | None]
    offers: Callable[[Position, Seat], Iterable[Offer]]
    own: tuple[str, ...] = ("ST-TURN-01", "ST-SETUP-10")


class Asked(NamedTuple):
    """A choice that a rule puts to one seat: the orders of which one is the answer, the silence
    among them.
    """

    seat: Seat
    question: str
    orders: Sequence[Any]
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
    answers: Callable[[Position, Any, Seat, Any, Told], Sequence[Step] | None]
    closes: Closes[Position] | None = None


def never(words: str, *rules: str) -> Callable[[Position, Seat, Any], None]:
    """The check of an order that is only ever the answer to a choice."""

    def check(state: Position, seat: Seat, order: Any) -> None:
        raise Refusal(words, *rules)

    return check
