"""Stressed Engines: one jump a turn until the repairs are paid (they are in `ship_engines.py`)."""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Menu
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told
from traders.engines.kernel.words import named
from traders.engines.star_traders.cards.card import Card, Play, must_name_trader, on_each, others
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.position.agenda_steps import Played
from traders.engines.star_traders.position.state import Position


def _check(state: Position, seat: Seat, order: Play) -> None:
    """At any time, on a Trader whose engines are not stressed (ST-CARD-57)."""
    must_name_trader(state, seat, order)
    if state.traders[order.on].stressed:
        raise Refusal(f"{named(order.on)}'s engines are stressed already.", "ST-CARD-57")


def _effect(state: Position, play: Played, told: Told) -> None:
    """The card lies before the victim (ST-CARD-57)."""
    if state.traders[play.on].stressed:
        state.luck_discard.append(play.card)
        return
    state.traders[play.on].stressed = True
    state.traders[play.on].stressed_by = play.card if play.card != play.printed else ""
    told.append(tell("stressed", "ST-CARD-57", seat=play.on))


def _menu(state: Position, seat: Seat, card: str) -> Menu:
    words = "{} may attempt one jump a turn until repairs are paid"
    return on_each(others(state, seat), card, words, "ST-CARD-57")


def _threat(state: Position, play: Played) -> str:
    return "allows one jump a turn until repairs are paid"


STRESSED = Card(_check, _effect, _menu, threat=_threat)
