"""Codebreaker: permission at every station until the turn ends."""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Menu
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told
from traders.engines.star_traders.cards.card import Card, Play
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.position.agenda_steps import Played
from traders.engines.star_traders.position.state import Position


def _check(state: Position, seat: Seat, order: Play) -> None:
    """In one's own turn (ST-CARD-61)."""
    if state.turn.codebreaker:
        raise Refusal("All stations are open to you already.", "ST-CARD-61")


def _effect(state: Position, play: Played, told: Told) -> None:
    """No owner can refuse (ST-CARD-61); it ends with the turn."""
    state.turn.codebreaker = True
    told.append(tell("codebreaker", "ST-CARD-61", seat=play.by))


def _menu(state: Position, seat: Seat, card: str) -> Menu:
    return [(Play(card), ("use every station until your turn ends", "ST-CARD-61"))]


CODEBREAKER = Card(_check, _effect, _menu, own=("ST-CARD-61",))
