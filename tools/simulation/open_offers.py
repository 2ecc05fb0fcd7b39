"""Offers of bots: what is open to a seat, and which cannot be kept any more."""

from __future__ import annotations

from traders.domain.table import deals
from traders.domain.table.table import Table
from traders.engines.kernel.contract.contract import Offer, View
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.models import SealedKind


def cannot_keep(table: Table, seat: Seat, accept: str) -> bool:
    """Whether the offer's maker could not keep it any more, which its taker cannot know."""
    note = next(
        note
        for note in table.open(SealedKind.OFFER)
        if f"accept {note.data['numbers'].get(seat)}" == accept
    )
    try:
        deals.dealing(table.engine).may_offer(table.state, deals.terms_of(note))
    except Refusal:
        return True
    return False


def view_and_menu(table: Table, seat: Seat) -> tuple[View, tuple[Offer, ...]]:
    """The seat's view and menu, with the offers open to it, as in a letter."""
    view, menu = table.engine.view(table.state, seat), table.menu(seat)
    notes = list(table.open(SealedKind.OFFER))
    if open_now := deals.shown(notes, seat):
        view = {**view, "deals": open_now}
        menu = (*menu, *deals.menu(table.engine, table.state, notes, seat))
    return view, menu
