"""Playing: which orders a seat may give now, the legality of one, and its being carried out. All
read the same table.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.engines.kernel.contract import Event, Interval, Offer, Over, Turn
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named
from traders.engines.traders_luck import expansions_in_play
from traders.engines.traders_luck.handler_table import HANDLERS, OFFERED
from traders.engines.traders_luck.order_types import Order
from traders.engines.traders_luck.procedures import PROCEDURES
from traders.engines.traders_luck.state import Position


def check(state: Position, seat: Seat, order: Order, sent: Sequence[Order] = ()) -> None:
    """Refuse what the seat could not do now. Nothing sent before is spoken for: a new answer
    replaces the older (PR-SEALED-02).
    """
    if seat not in state.traders or state.traders[seat].out:
        raise Refusal(f"{named(seat)} is not in this game.", "TL-ORD-06")
    waits = PROCEDURES.pending(state)
    if isinstance(waits, Over):
        raise Refusal("The game is over.", waits.rule, "TL-END-01")
    handler = HANDLERS[type(order)]
    if handler.when == "turn" and state.turn.seat != seat:
        _not_on_turn(state, seat)
    handler.check(state, seat, order)
    if handler.when == "turn" and not isinstance(waits, Turn):
        raise Refusal("What is under way comes first: others are asked.", "TL-ORD-08")


def _not_on_turn(state: Position, seat: Seat) -> None:
    """Who has spent the fewest days is on turn, and nobody else (TL-ORD-02, TL-ORD-06)."""
    rules = [
        rule
        for one in expansions_in_play.in_play(state.options)
        for rule in one.outsider(state, seat)
    ]
    rules += ["TL-ORD-06"] if state.finished(seat) else []
    raise Refusal(f"It is {named(state.turn.seat)}'s turn.", *rules, "TL-ORD-02", "TL-ORD-03")


def play(state: Position, seat: Seat, order: Order) -> list[Event]:
    """Carry out one order now; a refusal leaves the position as it was."""
    check(state, seat, order)
    return PROCEDURES.answered(state, seat, order)


close = PROCEDURES.closed
happen = PROCEDURES.happened


def gathers(state: Position, seat: Seat, order: Order) -> bool:
    """Answers to questions put to several seats are kept until these are opened."""
    return HANDLERS[type(order)].when == "answer"


def offers(state: Position, seat: Seat) -> tuple[Offer, ...]:
    """All that the seat may do now."""
    waits = PROCEDURES.pending(state)
    if seat not in state.traders or state.traders[seat].out or isinstance(waits, Over):
        return ()
    on_turn = isinstance(waits, Turn) and state.turn.seat == seat
    asked = isinstance(waits, Interval) and seat in waits.seats
    return tuple(
        [
            offer
            for handler in OFFERED.get(type(state.agenda[-1]), ())
            if (on_turn if handler.when == "turn" else asked)
            for offer in handler.offers(state, seat)
        ]
    )
