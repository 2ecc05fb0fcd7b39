"""What a game need not say for itself: no conditions, nothing of soundness."""

from __future__ import annotations

from collections.abc import Sequence

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.grammar.order_parts import unreadable
from traders.engines.kernel.grammar.orders import Grammar
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames


class NoConditions:
    """A game whose standing orders, stops and plans hang on nothing."""

    def __init__(self) -> None:
        self._grammar = Grammar((), {})

    def canonical(self, state: object, text: str, names: SeatNames = NO_NAMES) -> str:
        raise unreadable("This game knows no conditions.")

    def atoms(self) -> Grammar:
        return self._grammar

    def meets(self, state: object, seat: Seat, condition: str) -> str:
        return ""


class NoInvariants:
    """A game that does not say what always holds."""

    def flaws(self, state: object) -> list[str]:
        return []

    def unpaid(self, before: object, after: object, events: Sequence[Event]) -> list[str]:
        return []
