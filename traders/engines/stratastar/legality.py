"""Whether a seat may give an order now: the abilities, the turn, the phase, then the order's own
conditions.
"""

from __future__ import annotations

from traders.engines.kernel.contract import Choice, Over, Pending, Turn
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named
from traders.engines.stratastar import turn, turn_stages
from traders.engines.stratastar.handler_table import HANDLERS
from traders.engines.stratastar.order_handler import ALL, OrderHandler, has
from traders.engines.stratastar.order_types import Order
from traders.engines.stratastar.state import STORING, Position
from traders.engines.stratastar.steps import Phase
from traders.engines.stratastar.tables import CARDS, ability


def lawful(state: Position, seat: Seat, order: Order, waits: Pending) -> None:
    """Refuse what the seat could not do now. An ability is used as often as its cost is paid
    (SS-OPT-04).
    """
    if seat not in state.playing:
        raise Refusal(f"{named(seat)} is not in this game any more.", "SS-TTD-02")
    if isinstance(waits, Over):
        raise Refusal("The game is over.", "SS-VIC-05", waits.rule)
    handler = HANDLERS[type(order)]
    if handler.code and not has(state, seat, handler.code):
        raise Refusal(f"{ability(handler.code).name} is not in play for you.", "SS-OPT-02")
    if handler.when == "turn":
        _in_turn(state, seat, handler)
    if isinstance(waits, Choice) and handler.when not in ("choice", "any", "turn"):
        raise Refusal("A choice comes first.", waits.rule)
    handler.check(state, seat, order)
    if handler.when == "turn" and isinstance(waits, Choice):
        raise Refusal(f"First: {waits.question}", waits.rule, *handler.rules, "SS-SEQ-01")
    if handler.when == "turn" and not isinstance(waits, Turn):
        raise Refusal(
            "What is under way comes first: others are asked.", *handler.rules, "SS-SEQ-01"
        )


def _in_turn(state: Position, seat: Seat, handler: OrderHandler) -> None:
    """In one's own turn (SS-SEQ-02), in the phase of the deed (SS-SEQ-01, SS-OPT-03)."""
    if state.turn.seat != seat:
        raise Refusal(
            f"It is {named(state.turn.seat)}'s turn.",
            *handler.rules,
            "SS-SEQ-02",
            *(("SS-OPT-03",) if handler.code else ()),
        )
    if turn_stages.stage(state) not in handler.phases:
        when = " or ".join(phase.capitalize() for phase in handler.phases)
        raise Refusal(
            f"That is done in the {when} phase.",
            *(("SS-OPT-03",) if handler.code else ()),
            "SS-SEQ-01",
        )


def passing(state: Position, seat: Seat, order: Order) -> str:
    """`next`, where the seat on turn orders something of a later phase: it ends the phases before
    it, one after another, if nothing compulsory is left in them (SS-PBM-08) and the order could be
    made with the cards at hand, or with those still to be drawn.
    """
    step, handler = state.agenda[-1], HANDLERS[type(order)]
    if (
        not isinstance(step, Phase)
        or handler.when != "turn"
        or state.turn.seat != seat
        or step.name in handler.phases
    ):
        return ""
    later = [phase for phase in handler.phases if ALL.index(phase) > ALL.index(step.name)]
    if not later:
        return ""
    if "support" in ALL[ALL.index(step.name) : ALL.index(later[0])]:
        turn.must_be_supported(state)
    tried = STORING.copy(state)
    tried.agenda[-1] = Phase(later[0])
    if step.name == "draw":
        tried.empires[seat].hand = dict.fromkeys(CARDS, PLENTY)
    try:
        lawful(tried, seat, order, Turn((seat,), later[0], "SS-SEQ-01", state.turn.number, "end"))
    except Refusal as refusal:
        rules = (*refusal.rules, *(("SS-OPT-03",) if handler.code else ()), "SS-SEQ-01")
        raise Refusal(refusal.text, *rules, kind=refusal.kind, instead=refusal.instead) from refusal
    return "next"


PLENTY = 99
"""Cards of each kind in a hand for which no card is wanting."""
