"""What an order kind is to the engine: when it may be given, its legality, what it does, and what
of it is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple

from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.contract import Offer
from traders.engines.kernel.seats import Seat
from traders.engines.traders_luck.state import Position

When = Literal["turn", "answer"]


class OrderHandler(NamedTuple):
    """One kind of order.

    `turn`: in one's own turn, while play waits for it; `answer`: to a question put to several
    seats, kept until it is opened. `check` raises the refusal; `carry_out` is called only after it,
    with the step at which play waits taken off the agenda, and returns the steps to be done next.
    """

    when: When
    check: Callable[[Position, Seat, Any], None]
    carry_out: Callable[[Position, Seat, Any, Any, Told], Sequence[Step] | None]
    offers: Callable[[Position, Seat], Iterable[Offer]]
