"""What each seat sees and may do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from traders.domain.history import declared_end
from traders.domain.table import deals
from traders.domain.table.table import Table
from traders.domain.table.table_data_types import SealedNote
from traders.engines.kernel.contract.contract import Offer, View

T = TypeVar("T")


class OfSeats(dict[str, T]):
    """Something of each seat, made when first asked for."""

    def __init__(self, made: Callable[[str], T]) -> None:
        super().__init__()
        self._made = made

    def __missing__(self, seat: str) -> T:
        found = self[seat] = self._made(seat)
        return found


def view_of(table: Table, offered: Sequence[SealedNote], seat: str) -> View:
    """What a seat ("": the gallery) sees, with what it was `offered` and offers."""
    view = table.engine.view(table.state, seat or None)
    if table.agreed is not None:
        view = declared_end.shown(view, table.agreed)
    deals_now = deals.shown(offered, seat) if offered and seat else []
    return {**view, "deals": deals_now} if deals_now else view


def menu_of(table: Table, offered: Sequence[SealedNote], seat: str) -> tuple[Offer, ...]:
    """What a seat may do."""
    answers = deals.menu(table.engine, table.state, offered, seat) if offered else ()
    return (*table.menu(seat), *answers)
