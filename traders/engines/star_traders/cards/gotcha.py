"""Gotcha: 2 Prestige of another's become one's own."""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Menu
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told
from traders.engines.star_traders.cards.card import Card, Play, must_name_trader, on_each, others
from traders.engines.star_traders.position import prestige
from traders.engines.star_traders.position.agenda_steps import Played
from traders.engines.star_traders.position.state import Position


def steal(state: Position, thief: Seat, victim: Seat, most: int, told: Told, rule: str) -> None:
    """What there is of so much Prestige moves; the thief stops at the ceiling (ST-CARD-02,
    ST-CARD-20, ST-PRESTIGE-08).
    """
    taken = prestige.lose(state, victim, most, told, rule)
    prestige.gain(state, thief, taken, told, rule)


def _check(state: Position, seat: Seat, order: Play) -> None:
    """One other Trader, with Prestige or without (ST-CARD-01, ST-CARD-02)."""
    must_name_trader(state, seat, order)
    if order.on == seat:
        raise Refusal("Gotcha takes from another Trader.", "ST-CARD-01")


def _effect(state: Position, play: Played, told: Told) -> None:
    """(ST-CARD-01, ST-CARD-02)"""
    steal(state, play.by, play.on, state.book.bonuses["gotcha_prestige"], told, "ST-CARD-01")


def _menu(state: Position, seat: Seat, card: str) -> Menu:
    targets = [other for other in others(state, seat) if state.traders[other].prestige]
    taken = state.book.bonuses["gotcha_prestige"]
    return on_each(targets, card, f"take {taken} Prestige from {{}}", "ST-CARD-01")


def _pointless(state: Position, seat: Seat, order: Play) -> bool:
    return not state.traders[order.on].prestige


def _threat(state: Position, play: Played) -> str:
    taken = min(state.book.bonuses["gotcha_prestige"], state.traders[play.on].prestige)
    return f"takes {taken} Prestige"


GOTCHA = Card(_check, _effect, _menu, _pointless, threat=_threat)
