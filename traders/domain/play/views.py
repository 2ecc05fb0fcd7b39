"""What each seat sees and may do, worked out once, when first asked for."""

from __future__ import annotations

from traders.domain.history import agreed_end
from traders.domain.table import deals
from traders.domain.table.table import Table
from traders.engines.kernel.contract import Offer, View


class Views(dict[str, View]):
    """Views by seat ("" for the gallery), made when first asked for."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._course = table

    def __missing__(self, seat: str) -> View:
        self[seat] = agreed_end.shown(
            self._course.engine.view(self._course.state, seat or None), self._course.agreed
        )
        if seat and (open_now := deals.shown(self._course.open("offer"), seat)):
            self[seat] = {**self[seat], "deals": open_now}
        return self[seat]


class Menus(dict[str, tuple[Offer, ...]]):
    """What each seat may do, worked out when first asked for."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._course = table

    def __missing__(self, seat: str) -> tuple[Offer, ...]:
        self[seat] = (
            *self._course.menu(seat),
            *deals.menu(self._course.engine, self._course.state, self._course.open("offer"), seat),
        )
        return self[seat]
