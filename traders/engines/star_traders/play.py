"""Playing: which orders a seat may give now, the legality of one, and its being carried out. All
read the same tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from traders.engines.kernel.agenda import Told, put
from traders.engines.kernel.contract import Event, Interval, Offer, Over, Pending, Turn
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named
from traders.engines.star_traders import auction, card_play
from traders.engines.star_traders.handler_table import HANDLERS
from traders.engines.star_traders.order_handler import OrderHandler, When
from traders.engines.star_traders.order_language import write
from traders.engines.star_traders.order_types import Avoid, Discard, Order, Play, Reroll
from traders.engines.star_traders.procedures import PROCEDURES, asked_now
from traders.engines.star_traders.state import Position


def check(state: Position, seat: Seat, order: Order, sent: Sequence[Order] = ()) -> None:
    """Refuse what the seat could not do now; cards in `sent` are spoken for."""
    handler = _allowed(state, seat, order)
    if handler is not None:
        with _spoken_for(state, seat, sent):
            handler.check(state, seat, order)


def _allowed(state: Position, seat: Seat, order: Order) -> OrderHandler | None:
    """The handler whose own check remains; None for the answer to a choice. Refuses what is not
    this seat's to do now.
    """
    if seat not in state.traders or state.traders[seat].out:
        raise Refusal(f"{named(seat)} is not in this game.", "ST-DROP-02")
    waits = PROCEDURES.pending(state)
    if isinstance(waits, Over):
        raise Refusal("The game is over.", waits.rule)
    asked = asked_now(state)
    if asked is not None and asked.seat == seat and _plainly(order) in asked.orders:
        return None
    handler = HANDLERS.get(type(order))
    if asked is not None and (handler is None or handler.when != "any"):
        if asked.seat == seat:
            raise Refusal(
                f"First: {asked.question}",
                asked.rule,
                *asked.also,
                instead=[write(thing) for thing in asked.orders],
            )
        raise Refusal(f"First {named(asked.seat)} has a choice to make.", asked.rule, "ST-TURN-14")
    if handler is None:
        raise Refusal("Nothing of the kind is asked of you now.", "ST-TURN-01")
    if (
        handler.when == "card"
        and handler is not auction.BID
        and auction.under_way(state) is not None
    ):
        raise Refusal("The bids come first: bid <n>, or no bid.", "ST-IMPERIAL-22", "ST-OPTION-06")
    if handler.when == "turn":
        _must_be_on_turn(state, seat, handler, waits)
    return handler


def _plainly(order: Order) -> Order:
    """The order as a choice offers it: it is the same in which order cards are named."""
    return Discard(tuple(sorted(order.cards))) if isinstance(order, Discard) else order


def _must_be_on_turn(state: Position, seat: Seat, handler: OrderHandler, waits: Pending) -> None:
    if state.turn.seat != seat:
        raise Refusal(f"It is {named(state.turn.seat)}'s turn.", *handler.own)
    if not isinstance(waits, Turn):
        raise Refusal("What is under way comes first: the others may react.", "ST-TURN-14")


def play(state: Position, seat: Seat, order: Order) -> list[Event]:
    """Carry out one order now; a refusal leaves the position as it was."""
    handler = _allowed(state, seat, order)
    if handler is None:
        return PROCEDURES.answered(state, seat, order)
    handler.check(state, seat, order)
    if (
        isinstance(order, Play)
        and isinstance(PROCEDURES.pending(state), Interval)
        and card_play.pointless(state, seat, order)
    ):
        raise Refusal(f"{order.card} would have no effect any more.", "PR-PRIORITY-03")
    if handler.when == "turn":
        state.lately.clear()
    told: Told = []
    put(state, handler.carry_out(state, seat, order, told))
    PROCEDURES.run(state, told)
    return told


close = PROCEDURES.closed
happen = PROCEDURES.happened


def gathers(state: Position, seat: Seat, order: Order) -> bool:
    """Cards, `avoid` and `reroll` are gathered; permissions, repairs and re-associations are done
    at once.
    """
    handler = HANDLERS.get(type(order))
    return handler is not None and handler.when == "card"


def offers(state: Position, seat: Seat) -> tuple[Offer, ...]:
    """All that the seat may do now."""
    waits = PROCEDURES.pending(state)
    if state.traders[seat].out or isinstance(waits, Over):
        return ()
    found = _offered(state, seat, waits)
    if isinstance(waits, Interval):
        return tuple(found)
    return tuple(
        [
            Offer(offer.order, offer.words, offer.rule, blanks=offer.blanks)
            if offer.reaction
            else offer
            for offer in found
        ]
    )


def _handlers(*when: When) -> tuple[OrderHandler, ...]:
    return tuple(handler for handler in HANDLERS.values() if handler.when in when)


_IN_TURN = (_handlers("any", "turn"), _handlers("any", "turn", "card"))
_OUT_OF_TURN = (_handlers("any"), _handlers("any", "card"))
"""Orders that may be given while a choice is open, and while none is."""


def _offered(state: Position, seat: Seat, waits: Pending) -> list[Offer]:
    found: list[Offer] = []
    asked = asked_now(state)
    if asked is not None and asked.seat == seat:
        does = asked.does or [(asked.question, asked.rule)] * len(asked.orders)
        found = [Offer(write(order), *told) for order, told in zip(asked.orders, does, strict=True)]
    in_turn = isinstance(waits, Turn) and state.turn.seat == seat
    handlers = (_IN_TURN if in_turn else _OUT_OF_TURN)[asked is None]
    if auction.under_way(state) is not None:
        handlers = tuple(
            handler for handler in handlers if handler.when != "card" or handler is auction.BID
        )
    for handler in handlers:
        found += handler.offers(state, seat)
    return found


@contextmanager
def _spoken_for(state: Position, seat: Seat, sent: Sequence[Order]) -> Iterator[None]:
    """The seat's hand without the cards of reactions that it has sent already."""
    cards = [card for order in sent if (card := _card(order))]
    if not cards or seat not in state.traders:
        yield
        return
    trader = state.traders[seat]
    hand = trader.hand
    trader.hand = list(hand)
    try:
        for card in cards:
            if card in trader.hand:
                trader.hand.remove(card)
        yield
    finally:
        trader.hand = hand


def _card(order: Order) -> str:
    if isinstance(order, Avoid):
        return order.card or "Avoid Calamity"
    return order.card if isinstance(order, (Play, Reroll)) else ""
