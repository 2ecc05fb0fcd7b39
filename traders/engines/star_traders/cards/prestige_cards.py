"""The four cards that move one Trader's Prestige: Imperial Favor, Imperial Commendation, Court
Scandal, Disgrace at Court.
"""

from __future__ import annotations

from collections.abc import Iterable

from traders.engines.kernel.agenda import Told
from traders.engines.kernel.contract import Offer
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders import prestige
from traders.engines.star_traders.cards.card import Card, must_name_trader, on_each
from traders.engines.star_traders.order_types import Play
from traders.engines.star_traders.state import Position
from traders.engines.star_traders.steps import Played


def _raise(state: Position, play: Played, told: Told) -> None:
    """(ST-CARD-62)"""
    prestige.gain(state, play.on, state.book.cards[play.printed].prestige, told, "ST-CARD-62")


def _lower(state: Position, play: Played, told: Told) -> None:
    """(ST-CARD-63)"""
    prestige.lose(state, play.on, -state.book.cards[play.printed].prestige, told, "ST-CARD-63")


def _at_ceiling(state: Position, seat: Seat, order: Play) -> bool:
    return state.traders[order.on].prestige >= state.book.limits["prestige_max"]


def _at_floor(state: Position, seat: Seat, order: Play) -> bool:
    return state.traders[order.on].prestige <= state.book.limits["prestige_min"]


def _offer_raise(state: Position, seat: Seat, card: str) -> Iterable[Offer]:
    targets = [
        other
        for other in state.playing()
        if state.traders[other].prestige < state.book.limits["prestige_max"]
    ]
    return on_each(
        state, targets, card, f"{{}} gains {state.book.cards[card].prestige} Prestige", "ST-CARD-62"
    )


def _offer_lower(state: Position, seat: Seat, card: str) -> Iterable[Offer]:
    targets = [
        other for other in state.playing() if other != seat and state.traders[other].prestige
    ]
    return on_each(
        state,
        targets,
        card,
        f"{{}} loses {-state.book.cards[card].prestige} Prestige",
        "ST-CARD-63",
    )


def _threat(state: Position, play: Played) -> str:
    lost = min(-state.book.cards[play.printed].prestige, state.traders[play.on].prestige)
    return f"costs {lost} Prestige"


RAISES = Card(must_name_trader, _raise, _offer_raise, _at_ceiling)
LOWERS = Card(must_name_trader, _lower, _offer_lower, _at_floor, threat=_threat)
