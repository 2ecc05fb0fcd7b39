"""The option that all seats order a round at once, and its being carried out in turn order
(IT-PBM-03).

Ships do not hinder each other (IT-TRN-05), so that orders can be given before earlier seats have
played. What seats share is the deck: who plays earlier draws earlier, and returned cards are
shuffled in before the next one draws.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from traders.engines.imperial_trader.actions import PLAIN, deal
from traders.engines.imperial_trader.actions.auto_order import Auto
from traders.engines.imperial_trader.actions.buy_repair import Repair
from traders.engines.imperial_trader.actions.fly import Fly
from traders.engines.imperial_trader.actions.work import Load, Offload
from traders.engines.imperial_trader.events import tell
from traders.engines.imperial_trader.position.agenda_steps import (
    Acting,
    BeginTurn,
    Carrying,
    Discarding,
    EndTurn,
    Ordering,
)
from traders.engines.imperial_trader.position.state import Position, TurnNow
from traders.engines.imperial_trader.round.second_action import AHEAD, If, Otherwise
from traders.engines.imperial_trader.ship import damage
from traders.engines.imperial_trader.ship.damage import StartAt
from traders.engines.imperial_trader.sub_sector import chart
from traders.engines.imperial_trader.tables import tables
from traders.engines.imperial_trader.turn import turn_stages
from traders.engines.imperial_trader.turn.turn import End
from traders.engines.kernel.contract.contract import Blank, Event, Interval
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Offered, Order, OrderHandler, Shape
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told

MOST = 8
"""Orders of a round that are taken: two actions, an order handed in, and what is said ahead for
what they may come to.
"""
_NO_ACTIONS = (If, Otherwise, deal.Discard, deal.Keep, End)


class WholeRound(Order, frozen=True):
    """`round: load grain to ferrum vale; fly cinderfall`"""

    orders: tuple[Order, ...]


def ordering(state: Position, step: Ordering) -> Interval:
    """Asked of all at once, sealed until the last is in or the time is up (IT-PBM-03); silence
    passes both actions (IT-PBM-04).
    """
    seats = tuple(seat for seat in state.clockwise() if not state.captains[seat].out)
    about = tell("orders", "IT-PBM-03", round=state.round, seats=list(seats))
    passing = "take no action this round"
    return Interval.upon(
        about, step.key, "orders", seats, question=True, in_turn=True, passing=passing
    )


def opened(state: Position, step: Ordering, told: Told) -> Steps:
    """The orders of all are in; they are carried out one seat after another (IT-PBM-03)."""
    state.ordered = dict(step.sealed)
    told.append(tell("orders-in", "IT-PBM-03", round=state.round))
    return [BeginTurn(next(seat for seat in state.clockwise() if not state.captains[seat].out))]


def carry(state: Position, step: Carrying, told: Told) -> Steps | None:
    """The next order of the seat, if it has one and it is possible now; else its turn is over, and
    what is left is not done.
    """
    left = state.ordered.get(step.seat, [])
    if not left:
        told.append(tell("turn-over", "IT-TRN-01", seat=step.seat))
        return [EndTurn()]
    text = left.pop(0)
    order = AHEAD.read(state, step.seat, text)
    if isinstance(order, deal.Keep):  # it was for cards drawn before
        return [step]
    handler = AHEAD.handler(order)
    try:
        with turn_stages.standing_at(state, Acting(step.seat)):
            handler.must_be_possible(state, step.seat, order)
    except Refusal as refusal:
        told.append(_left_undone(state, step.seat, order, refusal))
        return [EndTurn()]
    return handler.deed(state, step.seat, order, Carrying(step.seat), told)


def keep(state: Position, step: Discarding, told: Told) -> Steps | None:
    """A card is one too many, and what is left of the round's orders says what is kept."""
    said = next(text for text in state.ordered[step.seat] if text.startswith("keep "))
    order = AHEAD.read(state, step.seat, said)
    return AHEAD.handler(order).deed(state, step.seat, order, step, told)


def _left_undone(state: Position, seat: Seat, order: Order, refusal: Refusal) -> Event:
    """Which order is not carried out, and why: one that was meant for a ship that has been lost
    since, or one that is refused.
    """
    action = order.order if isinstance(order, (If, Otherwise)) else order
    text = AHEAD.write(action)
    meant_for_it = not (isinstance(order, If) and order.result == damage.WRECKED)
    if damage.WRECKED in state.turn.results and meant_for_it:
        return tell("left-by-wreck", "IT-PBM-03", seat=seat, order=text)
    return tell("left-undone", "IT-PBM-03", seat=seat, order=text, why=refusal.text)


@contextmanager
def _on_turn(state: Position, seat: Seat) -> Iterator[None]:
    """As though the seat's turn of the round had begun."""
    captain, turn, left = state.captains[seat], state.turn, state.captains[seat].actions
    state.turn, captain.actions = TurnNow(seat, number=turn.number), tables().game.actions
    try:
        with turn_stages.standing_at(state, Acting(seat)):
            yield
    finally:
        state.turn, captain.actions = turn, left


# --- the order `round` ----------------------------------------------------------------------------


def _check(state: Position, seat: Seat, order: WholeRound) -> None:
    """The first order must be possible as the round stands, but for a deck that is empty now: a
    card may come back before. What follows rests on dice, and is looked at when it is carried out.
    """
    if not order.orders:
        raise Refusal("Say what is done: round: <order>; <order>.", "IT-PBM-03", "IT-TRN-01")
    if len(order.orders) > MOST:
        raise Refusal(
            f"At most {MOST} orders are said for a round, not {len(order.orders)}.",
            "IT-PBM-03",
            "IT-TRN-01",
        )
    if any(isinstance(one, StartAt) for one in order.orders):
        raise Refusal(
            "Where a new ship starts is asked when one is lost.", "IT-DMG-03", "IT-PBM-03"
        )
    acting = sum(not isinstance(one, _NO_ACTIONS) for one in order.orders)
    if acting > tables().game.actions:
        why = f"A turn has {tables().game.actions} actions, not {acting}."
        raise Refusal(why, "IT-TRN-01", "IT-PBM-03")
    first = order.orders[0]
    try:
        with _on_turn(state, seat):
            AHEAD.handler(first).must_be_possible(state, seat, first)
    except Refusal as refusal:
        if "IT-DEA-06" not in refusal.rules:
            raise


def _seal(state: Position, seat: Seat, order: WholeRound, step: Ordering, told: Told) -> Steps:
    step.sealed[seat] = [AHEAD.write(one) for one in order.orders]
    return [step]


def _rounds(state: Position, seat: Seat) -> Iterator[Offered]:
    """Each first action alone, repairs with a blank for their points; a first and a second one; and
    for each order held the way to it with what is done there.
    """
    with _on_turn(state, seat):
        found = [
            one
            for handler in PLAIN.handlers.values()
            if Acting in handler.at
            for one in handler.candidates(state, seat)
        ]
    firsts = [(one, words) for one, words, _ in found if isinstance(one, Order) and one != Auto()]
    yield from _ways(state, seat, {order for order, _ in firsts})
    for order, words, rule in found:
        if order == Auto():
            yield WholeRound((Auto(), Auto())), (words, rule)
    for order, words in firsts:
        yield WholeRound((order,)), words
    for thing, words, _ in found:
        if isinstance(thing, Shape) and isinstance(thing.ends[0], Repair):
            low, high = (WholeRound((end,)) for end in thing.ends)
            yield Shape(f"round: {thing.pattern}", thing.blanks, (low, high)), words
    actions = [order for order, _ in firsts if order != End()]
    names = tuple(map(AHEAD.write, actions))
    blanks = (Blank("first", things=names), Blank("second", things=(*names, AHEAD.write(End()))))
    ends = (WholeRound((actions[0], End())), WholeRound((actions[-1], actions[-1])))
    both = "both actions, the second whatever the first comes to"
    yield Shape("round: {first}; {second}", blanks, ends), both


def _ways(state: Position, seat: Seat, firsts: set[Order]) -> Iterator[tuple[WholeRound, str]]:
    """Fly where an order is loaded or delivered, and do that on arriving; else fly on."""
    captain = state.captains[seat]
    for order in captain.orders:
        start, goal = chart.parts(state.chart, order)
        verb, planet, done = (
            ("offload", goal, Offload(order))
            if order in captain.cargo
            else ("load", start, Load(order))
        )
        flight = Fly(planet)
        if flight in firsts:
            whole = WholeRound((flight, If("arrived", done), Otherwise(flight)))
            yield whole, f"{verb} on arriving, else fly on"


ROUND = OrderHandler(
    WholeRound,
    forms=("round : <orders:ahead>",),
    when=When.ASKED,
    help="Order your whole round in one line, where all players order at once.",
    example="round: load grain to ferrum vale; fly cinderfall",
    rule="IT-PBM-03",
    sealed="round: sealed orders",
    at=(Ordering,),
    check=_check,
    menu=_rounds,
    checked=True,
    deed=_seal,
)

STEPS = (
    StepHandler(Ordering, waits=ordering, closes=opened),
    StepHandler(Carrying, does=carry),
    StepHandler(Discarding, waits=deal.waits, closes=keep),
)
