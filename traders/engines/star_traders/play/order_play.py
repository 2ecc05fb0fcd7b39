"""Play: who may give an order now. The orders themselves stand in the modules of their rules."""

from __future__ import annotations

from collections.abc import Sequence

from traders.engines.kernel.contract import waits
from traders.engines.kernel.contract.contract import Event, Interval, Offer, Pending, Turn
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Order, unoffered
from traders.engines.kernel.orders.order_play import OrderPlay
from traders.engines.kernel.positions.storing import Storing
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named
from traders.engines.star_traders import auction
from traders.engines.star_traders.cards import card_play
from traders.engines.star_traders.cards.card import Play
from traders.engines.star_traders.holdings.luck_cards import Discard
from traders.engines.star_traders.play.order_language import ORDERS
from traders.engines.star_traders.play.step_handlers import PROCEDURES, asked_now
from traders.engines.star_traders.position.state import Position

OWN = ("ST-TURN-01", "ST-SETUP-10")
"""The rules by which an order is given in one's own turn, where it names no others."""


class _Play(OrderPlay[Position]):
    def check(self, state: Position, seat: Seat, order: Order, sent: Sequence[Order] = ()) -> None:
        if not _answers(state, seat, order):
            super().check(state, seat, order, sent)

    def must_be_asked(self, state: Position, seat: Seat, order: Order, pending: Pending) -> None:
        """A choice comes first, and an auction before cards (ST-IMPERIAL-22); what is a turn's own
        has its place there (ST-TURN-14).
        """
        handler = self.orders.handler(order)
        if handler.at_once:
            return
        _must_be_chosen(state, seat)
        if handler.when is not When.TURN:
            if handler is not auction.BID and auction.under_way(state) is not None:
                words = "The bids come first: bid <n>, or no bid."
                raise Refusal(words, "ST-IMPERIAL-22", "ST-OPTION-06")
            return
        if state.turn.seat != seat:
            rules = handler.untimely if isinstance(handler.untimely, tuple) else ()
            raise Refusal(f"It is {named(state.turn.seat)}'s turn.", *(rules or OWN))
        if not isinstance(pending, Turn):
            raise Refusal("What is under way comes first: the others may react.", "ST-TURN-14")

    def may_act(self, seat: Seat, pending: Pending) -> bool:
        """In an interval any seat may react."""
        return isinstance(pending, Interval) or seat in waits.awaited(pending)

    def play(self, state: Position, seat: Seat, order: Order) -> list[Event]:
        if _answers(state, seat, order):
            return PROCEDURES.answer(state, seat, order)
        self.check(state, seat, order)
        if (
            isinstance(order, Play)
            and isinstance(PROCEDURES.pending(state), Interval)
            and card_play.pointless(state, seat, order)
        ):
            raise Refusal(f"{order.card} would have no effect any more.", "PR-PRIORITY-03")
        if self.orders.handler(order).when is When.TURN:
            state.lately.clear()
        return self.carried_out(state, seat, order)

    def gathers(self, state: Position, seat: Seat, order: Order) -> bool:
        """Cards, and what is added or bid."""
        handler = self.orders.handler(order)
        told = handler.when is not When.TURN and handler.menu is not unoffered
        return told and super().gathers(state, seat, order)

    def offers(self, state: Position, seat: Seat) -> tuple[Offer, ...]:
        found, asked = super().offers(state, seat), asked_now(state)
        if asked is None or asked.seat != seat:
            return found
        does = asked.does or [(asked.question, asked.rule)] * len(asked.orders)
        answers = zip(map(ORDERS.write, asked.orders), does, strict=True)
        return (*(Offer(order, *told) for order, told in answers), *found)


def _answers(state: Position, seat: Seat, order: Order) -> bool:
    """Whether the order is one of those that a choice is among: it is the same in which order cards
    are named.
    """
    asked = asked_now(state)
    if asked is None or asked.seat != seat:
        return False
    plain = Discard(tuple(sorted(order.cards))) if isinstance(order, Discard) else order
    return plain in asked.orders


def _must_be_chosen(state: Position, seat: Seat) -> None:
    """Refuse what comes before a choice that a rule asks for."""
    asked = asked_now(state)
    if asked is None:
        return
    if asked.seat == seat:
        raise Refusal(
            f"First: {asked.question}",
            asked.rule,
            *asked.also,
            instead=[ORDERS.write(thing) for thing in asked.orders],
        )
    raise Refusal(f"First {named(asked.seat)} has a choice to make.", asked.rule, "ST-TURN-14")


PLAY = _Play(ORDERS, PROCEDURES, Storing(Position), Position.plays, "ST-DROP-02")
