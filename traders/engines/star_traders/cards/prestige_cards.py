"""The four cards that move one Trader's Prestige: Imperial Favor, Imperial Commendation, Court
Scandal, Disgrace at Court.
"""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Menu
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told
from traders.engines.star_traders.cards.card import Card, Play, must_name_trader, on_each, others
from traders.engines.star_traders.position import prestige
from traders.engines.star_traders.position.agenda_steps import Played
from traders.engines.star_traders.position.state import Position


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


def _raised(state: Position, seat: Seat, card: str) -> Menu:
    most = state.book.limits["prestige_max"]
    targets = [other for other in state.playing() if state.traders[other].prestige < most]
    gained = state.book.cards[card].prestige
    return on_each(targets, card, f"{{}} gains {gained} Prestige", "ST-CARD-62")


def _lowered(state: Position, seat: Seat, card: str) -> Menu:
    targets = [other for other in others(state, seat) if state.traders[other].prestige]
    lost = -state.book.cards[card].prestige
    return on_each(targets, card, f"{{}} loses {lost} Prestige", "ST-CARD-63")


def _threat(state: Position, play: Played) -> str:
    lost = min(-state.book.cards[play.printed].prestige, state.traders[play.on].prestige)
    return f"costs {lost} Prestige"


RAISES = Card(must_name_trader, _raise, _raised, _at_ceiling)
LOWERS = Card(must_name_trader, _lower, _lowered, _at_floor, threat=_threat)
