"""Zap and Superzap: one die up or down, straight after it has fallen."""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Menu
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told
from traders.engines.kernel.words import named
from traders.engines.star_traders.cards import die_result_in_words
from traders.engines.star_traders.cards.card import Card, Play
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.jump import dice
from traders.engines.star_traders.position.agenda_steps import Played
from traders.engines.star_traders.position.state import Position


def _size(state: Position, card: str) -> int:
    """(ST-CARD-53)"""
    return state.book.cards[card].size


def _check(state: Position, seat: Seat, order: Play) -> None:
    """Anybody may, on any die, but only on the one that has just fallen (ST-CARD-52, ST-CARD-54); a
    Zap is meant for the throw that lay there when it was sent (PR-PRIORITY-03).
    """
    die = dice.in_question(state)
    if die is None:
        raise Refusal(
            f"No die has just been rolled, so there is nothing to play {order.card} on.",
            "ST-CARD-54",
            "ST-CARD-52",
            "ST-LUCK-03",
        )
    if order.on not in ("", state.turn.seat) and state.options.revision > 1:
        raise Refusal(f"The die is {named(state.turn.seat)}'s.", "ST-CARD-54", "ST-LUCK-03")
    if not order.way:
        ways = [f"play {order.card.lower()} {way}" for way in ("up", "down")]
        raise Refusal(f"Say which way: {ways[0]}, or down.", kind="ambiguous", instead=ways)
    if order.throw and order.throw != die.throw:
        raise Refusal(
            "The roll that it was meant for does not lie there any more.",
            "PR-PRIORITY-03",
            "ST-CARD-52",
        )


def _effect(state: Position, play: Played, told: Told) -> None:
    """(ST-CARD-50, ST-CARD-51, ST-CARD-53)"""
    assert state.die is not None
    size = _size(state, play.printed)
    state.die.value = dice.change(state, size if play.choice == "up" else -size)
    told.append(tell("die-counts", "ST-CARD-53", value=state.die.value))


def _pointless(state: Position, seat: Seat, order: Play) -> bool:
    size = _size(state, order.card)
    return (
        state.die is None
        or dice.change(state, size if order.way == "up" else -size) == state.die.value
    )


def _menu(state: Position, seat: Seat, card: str) -> Menu:
    die = dice.in_question(state)
    if die is None:
        return
    size = _size(state, card)
    for play, by in ((Play(card, way="up"), size), (Play(card, way="down"), -size)):
        value = dice.change(state, by)
        if value != die.value:
            yield play, (die_result_in_words.changed(state, value), "ST-CARD-53")


ZAP = Card(_check, _effect, _menu, _pointless)
