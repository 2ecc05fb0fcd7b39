"""What an order kind is to the engine: its legality, what it does, and what of it is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from traders.engines.imperial_trader.state import Position
from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.contract import Offer
from traders.engines.kernel.seats import Seat


class OrderHandler(NamedTuple):
    """One kind of order.

    `check` raises the refusal; `carry_out` is called only after it, with the step at which play
    waits taken off the agenda, and returns the steps to be done next.
    """

    check: Callable[[Position, Seat, Any], None]
    carry_out: Callable[[Position, Seat, Any, Any, Told], Sequence[Step] | None]
    offers: Callable[[Position, Seat], Iterable[Offer]]
