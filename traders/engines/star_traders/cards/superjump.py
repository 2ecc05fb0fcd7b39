"""Superjump: in place of a roll, to any world."""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Menu
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.star_traders.cards.card import Card, Play, at_world, must_be_free
from traders.engines.star_traders.jump import jump
from traders.engines.star_traders.position.agenda_steps import Played
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.state import Position


def _check(state: Position, seat: Seat, order: Play) -> None:
    """In one's own Movement stage, with an attempt left, to another world (ST-CARD-55)."""
    must_be_free(state, seat, order, "ST-CARD-55")
    jump.must_have_attempt(state, "ST-CARD-55", "ST-LUCK-03")
    if not order.at:
        raise Refusal(
            "A Superjump needs a destination: play superjump at <world>.",
            "ST-TIMING-02",
            "ST-CARD-55",
        )
    if order.at == state.traders[seat].at:
        raise Refusal(f"You are on {place(state, order.at)}.", "ST-CARD-55")


def _effect(state: Position, play: Played, told: Told) -> Steps:
    """A jump without a roll; it may be aborted, the card being gone (ST-CARD-56, ST-TIMING-38)."""
    return jump.declare(state, play.by, "superjump", play.at, told)


def _menu(state: Position, seat: Seat, card: str) -> Menu:
    words = "use an attempt to go to any world without a roll"
    return [(at_world(card, state.book, state.traders[seat].at), (words, "ST-CARD-55"))]


SUPERJUMP = Card(_check, _effect, _menu, at_once=True, own=("ST-CARD-55",))
