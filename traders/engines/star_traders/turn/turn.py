"""Turns: Movement, Action, Draw, in that order (ST-TURN-01); lost turns; the declared end; the end
of the game.
"""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Turn
from traders.engines.kernel.orders.order_handler import Order, OrderHandler, stays
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import luck_cards
from traders.engines.star_traders.position import turn_stages
from traders.engines.star_traders.position.agenda_steps import (
    BeginTurn,
    EndTurn,
    NextTurn,
    SeatsTurn,
)
from traders.engines.star_traders.position.delivery_and_petition_steps import Deliveries
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.state import Position, TurnNow
from traders.engines.star_traders.turn import personality_transfer


def turn(seat: Seat) -> list[Step]:
    """What a turn is, once it has come to a seat that does not lose it."""
    return [
        Deliveries(seat),  # those that came due in the others' turns (ST-DELIVER-19)
        SeatsTurn(seat),
    ]


def begin(state: Position, step: BeginTurn, told: Told) -> Steps:
    """The turn comes to a seat: its Quarantines end, even if the turn is lost (ST-CARD-29,
    ST-TURN-20).
    """
    seat = step.seat
    trader = state.traders[seat]
    state.turn = TurnNow(seat, "movement", state.turn.number + 1)
    state.lately.clear()
    for other in state.traders.values():
        other.drawn = []
    for quarantine in [q for q in state.quarantines if q.by == seat]:
        state.quarantines.remove(quarantine)
        state.luck_discard.append("Quarantine")
        world = place(state, quarantine.world)
        told.append(tell("quarantine-ends", "ST-CARD-29", world=world, seat=seat))
    if trader.skip:
        trader.skip -= 1
        told.append(tell("loses-turn", "ST-TURN-20", seat=seat))
        return [EndTurn()]
    told.append(tell("turn", "ST-SETUP-10", seat=seat))
    return turn(seat)


def waits(state: Position, step: SeatsTurn) -> Turn:
    """Play waits for the seat on turn; the end is declared (ST-TURN-16)."""
    return Turn((step.seat,), state.turn.stage, "ST-TURN-16", number=state.turn.number)


def following(state: Position, seat: Seat) -> Seat:
    """The next seat in the game after this one, round the table (ST-SETUP-10)."""
    place = state.seats.index(seat)
    after = state.seats[place + 1 :] + state.seats[: place + 1]
    return next(other for other in after if not state.traders[other].out)


def end(state: Position, step: EndTurn, told: Told) -> Steps:
    """What waits for the turn's end comes before the next one (ST-OPTION-03)."""
    return [*personality_transfer.settle(state, told), NextTurn()]


def pass_on(state: Position, step: NextTurn, told: Told) -> Steps:
    """The next seat in turn order has the turn; with the first one's a new round begins
    (ST-SETUP-10).
    """
    seat = following(state, state.turn.seat)
    first = state.seats.index(state.first)
    order = state.seats[first:] + state.seats[:first]
    if order.index(seat) <= order.index(state.turn.seat):
        state.round += 1
    return [BeginTurn(seat)]


# --- `halt` and `end` -----------------------------------------------------------------------------


class Halt(Order, frozen=True):
    """`halt`"""


class End(Order, frozen=True):
    """`end`"""


def _check_halt(state: Position, seat: Seat, order: Halt) -> None:
    if state.turn.stage != "movement":
        raise Refusal("The Movement stage is over already.", "ST-TURN-01", "ST-TURN-18")


def _halt(state: Position, seat: Seat, order: Halt, told: Told) -> None:
    """(ST-JUMP-16, ST-TURN-02)"""
    turn_stages.enter_action(state)
    told.append(tell("ends-movement", "ST-JUMP-16", seat=seat))


def _end(state: Position, seat: Seat, order: End, step: SeatsTurn, told: Told) -> Steps:
    """The turn may always be declared over (ST-TURN-16): what is left undone is passed over
    (ST-TURN-07), but a due draw is made (ST-LUCK-06).
    """
    due = luck_cards.draw_stage(state, seat) if state.turn.stage != "closing" else []
    told.append(tell("ends", "ST-TURN-16", seat=seat))
    return [*due, EndTurn()]


SAID = (
    "stop moving", "stop here", "stop movement", "stay here", "stay put", "finish movement",
    "finish moving", "done moving", "end movement", "no more jumps", "no more jumping",
)  # fmt: skip
HALT = OrderHandler(
    Halt,
    forms=("halt",),
    help="End your Movement stage, also when you have jump attempts left.",
    said=SAID,
    stages=("movement",),
    rule="ST-JUMP-16",
    check=_check_halt,
    means="stop jumping; your action is next",
    deed=stays(_halt),
)
END = OrderHandler(
    End,
    forms=("end", "end turn"),
    help="Declare your turn over.",
    rule="ST-TURN-16",
    means="end your turn",
    deed=_end,
)


STEPS = (
    StepHandler(BeginTurn, does=begin),
    StepHandler(EndTurn, does=end),
    StepHandler(NextTurn, does=pass_on),
    StepHandler(SeatsTurn, waits=waits),
)
