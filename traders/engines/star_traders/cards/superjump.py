"""Superjump: in place of a roll, to any world."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.contract import Blank, Offer
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders import jump
from traders.engines.star_traders.cards.card import Card, must_be_free, must_be_ones_turn
from traders.engines.star_traders.display_names import place
from traders.engines.star_traders.order_types import Play
from traders.engines.star_traders.state import Position
from traders.engines.star_traders.steps import Played, SeatsTurn


def _check(state: Position, seat: Seat, order: Play) -> None:
    """In one's own Movement stage, with an attempt left, to another world (ST-CARD-55)."""
    must_be_ones_turn(state, seat, order, "ST-CARD-55")
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


def _effect(state: Position, play: Played, told: Told) -> Sequence[Step]:
    """A jump without a roll; it may be aborted, the card being gone (ST-CARD-56, ST-TIMING-38)."""
    return jump.declare(state, play.by, "superjump", play.at, told)


def _offers(state: Position, seat: Seat, card: str) -> Iterable[Offer]:
    if (
        state.turn.seat != seat
        or not isinstance(state.agenda[-1], SeatsTurn)
        or not jump.attempts_left(state)
    ):
        return
    here = state.traders[seat].at
    worlds = tuple(
        world.name.lower() for world in state.book.printed.worlds if world.number != here
    )
    yield Offer(
        "play superjump at {world}",
        "use an attempt to go to any world without a roll",
        "ST-CARD-55",
        blanks=(Blank("world", things=worlds),),
    )


SUPERJUMP = Card(_check, _effect, _offers, at_once=True)
