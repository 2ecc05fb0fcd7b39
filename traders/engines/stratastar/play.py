"""Playing: which orders a seat may give now, the legality of one, and its being carried out. All
read the same table.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from traders.engines.kernel.agenda import Told
from traders.engines.kernel.contract import Choice, Event, Interval, Offer, Outcome, Over, Turn
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.stratastar import battle_phase, deeds, hands, retreat_and_pursuit, sabotage
from traders.engines.stratastar.handler_table import HANDLERS
from traders.engines.stratastar.legality import lawful
from traders.engines.stratastar.order_handler import OrderHandler, When, has
from traders.engines.stratastar.order_language import write
from traders.engines.stratastar.order_types import (
    Commit,
    End,
    Next,
    Order,
    Pursue,
    Retreat,
    Sabotage,
)
from traders.engines.stratastar.procedures import PROCEDURES
from traders.engines.stratastar.state import STORING, Position
from traders.engines.stratastar.steps import Commitment, Phase


def check(state: Position, seat: Seat, order: Order, sent: Sequence[Order] = ()) -> None:
    """Refuse what the seat could not do now; the cards of reactions already sent are spoken for,
    and so is what it has sealed.
    """
    waits = PROCEDURES.pending(state)  # what is asked, however little of it those reactions leave
    if sent:
        state = (
            _sealed(state, seat, sent)
            if isinstance(state.agenda[-1], Commitment)
            else _without(state, seat, sent)
        )
    lawful(state, seat, order, waits)


def _sealed(state: Position, seat: Seat, sent: Sequence[Order]) -> Position:
    """The position in which these wishes and cards lie, as far as they still fit."""
    held = STORING.copy(state)
    for order in sent:
        if isinstance(order, Commit):
            order = battle_phase.as_held(held, seat, order)
        try:
            lawful(held, seat, order, PROCEDURES.pending(held))
        except Refusal:
            continue
        PROCEDURES.answer(held, seat, order, [])
    return held


def answered(state: Position, seat: Seat, sent: Sequence[Order]) -> bool:
    """Whether these wishes and cards are all that a seat is asked for: a commitment for each of its
    spaces (SS-BAT-08, SS-PBM-05).
    """
    return battle_phase.is_in(_sealed(state, seat, sent), seat)


def _without(state: Position, seat: Seat, sent: Sequence[Order]) -> Position:
    """The position with the price of these reactions paid, and the ships gone that they name."""
    left = STORING.copy(state)
    for order in sent:
        price = HANDLERS[type(order)].price
        try:
            if isinstance(order, Sabotage):
                sabotage.meant(left, order).cancelled = True
            if isinstance(order, (Retreat, Pursue)):
                retreat_and_pursuit.leave(left, seat, order)
            if price:
                hands.discard(left, seat, hands.payment(left, seat, *price, ()).cards)
        except Refusal:
            return left
    return left


def play(state: Position, seat: Seat, order: Order) -> list[Event]:
    """Carry out one order now; a refusal leaves the position as it was."""
    if isinstance(order, Commit):
        order = battle_phase.as_held(state, seat, order)
    check(state, seat, order)
    if not isinstance(order, (Sabotage, Next, End)):
        action = HANDLERS[type(order)].action
        in_phase = isinstance(state.agenda[-1], Phase)
        later = action and state.options.revised and not in_phase
        deeds.note(
            state,
            seat,
            write(order),
            action=(action and in_phase) or (later and seat == state.turn.seat),
            answered=later and seat != state.turn.seat,
        )
    return PROCEDURES.answered(state, seat, order)


close = PROCEDURES.closed


def happen(state: Position, outcome: Outcome) -> list[Event]:
    """Carry out the chance that is pending."""
    told: Told = []
    if state.turn.deeds and isinstance(outcome, int):
        state.turn.deeds[-1].outcomes.append(outcome)
    PROCEDURES.happen(state, outcome, told)
    return told


def gathers(state: Position, seat: Seat, order: Order) -> bool:
    """Reactions are kept until the interval closes, wishes and cards for a battle until all is
    opened.
    """
    return HANDLERS[type(order)].when in ("reaction", "question")


def offers(state: Position, seat: Seat) -> tuple[Offer, ...]:
    """All that the seat may do now."""
    waits = PROCEDURES.pending(state)
    if seat not in state.playing or isinstance(waits, Over):
        return ()
    now = waits.stage if isinstance(waits, Turn) else ""
    phase = now if state.turn.seat == seat else ""
    asked: dict[When, bool] = {
        "reaction": isinstance(waits, Interval) and seat in waits.seats,
        "question": isinstance(waits, Interval),
        "choice": isinstance(waits, (Choice, Turn)),
        "any": not isinstance(waits, Choice) and now != "placing",
    }
    found: list[Offer] = []
    for handler in _at(phase, frozenset(when for when, open_ in asked.items() if open_)):
        if not handler.code or has(state, seat, handler.code):
            found += handler.offers(state, seat)
    return tuple(found)


@cache
def _at(phase: str, asked: frozenset[When]) -> tuple[OrderHandler, ...]:
    """What may be given in this phase of one's own turn, and where these are asked for."""
    return tuple(
        handler
        for handler in HANDLERS.values()
        if (phase in handler.phases if handler.when == "turn" else handler.when in asked)
        or (handler.own_phase and handler.own_phase == phase)
    )


def offers_beside(state: Position, seat: Seat, sent: Sequence[Order]) -> tuple[Offer, ...]:
    """All that the seat may do beside the wishes and cards that it has sealed: no card is sealed
    twice (SS-PBM-05).
    """
    return offers(
        _sealed(state, seat, sent) if isinstance(state.agenda[-1], Commitment) else state, seat
    )
