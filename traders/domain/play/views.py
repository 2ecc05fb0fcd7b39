"""What each seat sees and may do, worked out once, when first asked for."""

from __future__ import annotations

from collections.abc import Sequence

from traders.domain.history import agreed_end
from traders.domain.table import deals
from traders.domain.table.records import SealedNote
from traders.domain.table.table import Table
from traders.engines.kernel.contract import Offer, View


class Views(dict[str, View]):
    """Views by seat ("" for the gallery), made when first asked for."""

    def __init__(self, table: Table, offered: Sequence[SealedNote]) -> None:
        super().__init__()
        self._table = table
        self._deals = offered

    def __missing__(self, seat: str) -> View:
        table = self._table
        view = table.engine.view(table.state, seat or None)
        if table.agreed is not None:
            view = agreed_end.shown(view, table.agreed)
        if self._deals and seat and (open_now := deals.shown(self._deals, seat)):
            view = {**view, "deals": open_now}
        self[seat] = view
        return view


class Menus(dict[str, tuple[Offer, ...]]):
    """What each seat may do, worked out when first asked for."""

    def __init__(self, table: Table, offered: Sequence[SealedNote]) -> None:
        super().__init__()
        self._table = table
        self._deals = offered

    def __missing__(self, seat: str) -> tuple[Offer, ...]:
        table = self._table
        menu = table.menu(seat)
        if self._deals:
            menu = (*menu, *deals.menu(table.engine, table.state, self._deals, seat))
        self[seat] = menu
        return menu
