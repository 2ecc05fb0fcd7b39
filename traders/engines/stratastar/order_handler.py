"""What an order kind is to the engine: when it may be given, its legality, what it does, and what
of it is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.contract import Offer
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.stratastar.hands import unsaid
from traders.engines.stratastar.state import Options, Position
from traders.engines.stratastar.tables import ability, tables

When = Literal["turn", "reaction", "question", "choice", "any"]

ALL = ("draw", "trade", "support", "build", "movement", "battle")


class OrderHandler(NamedTuple):
    """One kind of order.

    `turn`: in one's own turn, in one of `phases`; `reaction`: in an interval, kept unseen until it
    closes; `question`: what is sealed, kept unseen until it is opened; `choice`: what a rule asks a
    seat; `any`: at any time. `code`: the ability that it needs. `rules`: cited where it is out of
    its time, before the general ones. `price`: kind and number of the cards that a reaction costs.
    `action`: it can be sabotaged (SS-SAB-03). `own_phase`: a reaction that may be given as well in
    this phase of one's own turn. `check` raises the refusal; `carry_out` is called only after it,
    with the step at which play waits taken off the agenda (for `any`: left on it), and returns the
    steps to be done next.
    """

    when: When
    check: Callable[[Position, Seat, Any], None]
    carry_out: Callable[[Position, Seat, Any, Any, Told], Sequence[Step] | None]
    offers: Callable[[Position, Seat], Iterable[Offer]]
    phases: tuple[str, ...] = ALL
    code: str = ""
    rules: tuple[str, ...] = ()
    price: tuple[str, int] | None = None
    action: bool = False
    own_phase: str = ""


def has(state: Position, seat: Seat, code: str) -> bool:
    """Whether an ability is in play for a seat: agreed for all, or its own (SS-OPT-02)."""
    return code in in_play(state.options) or code in state.empires[seat].abilities


@lru_cache(maxsize=256)
def in_play(options: Options) -> tuple[str, ...]:
    """The abilities that were agreed for all (SS-OPT-02)."""
    return tuple(
        one.code
        for one in tables().ability
        if getattr(options, one.code, False) is True or one.code in options.abilities
    )


def price_of(code: str) -> tuple[str, int]:
    """The cost of an ability that is paid in one kind."""
    (found,) = ability(code).cost.items()
    return found


def can_pay(state: Position, seat: Seat, kind: str, n: int) -> bool:
    """Whether a seat holds a price, for offers."""
    return unsaid(state, seat, kind, n) is not None


def fits(
    check: Callable[[Position, Seat, Any], None], state: Position, seat: Seat, order: Any
) -> bool:
    """Whether an order would not be refused."""
    try:
        check(state, seat, order)
    except Refusal:
        return False
    return True
