"""Turns: whoever has spent the fewest days plays next (TL-ORD); their end, and being finished
(TL-END).
"""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Chance, Event, Turn
from traders.engines.kernel.orders.order_handler import Order, OrderHandler
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told
from traders.engines.traders_luck import expansions_in_play
from traders.engines.traders_luck.events import tell
from traders.engines.traders_luck.position.agenda_steps import (
    BeginTurn,
    EndTurn,
    Landing,
    PickFirst,
    Trading,
    Travelling,
)
from traders.engines.traders_luck.position.state import Position, TurnNow
from traders.engines.traders_luck.turn import game_end_and_winner


def first_chance(state: Position, step: PickFirst) -> Chance | None:
    """The first player, at random (TL-ORD-01); alone there is nothing to decide."""
    return (
        Chance("pick", len(state.seats), "the first player", "TL-ORD-01")
        if len(state.seats) > 1
        else None
    )


def first_picked(state: Position, step: PickFirst, outcome: int, told: Told) -> Steps:
    seat = state.seats[outcome - 1]
    told.append(tell("first-turn", "TL-ORD-01", reveals=True, seat=seat))
    return [BeginTurn(seat)]


def first_alone(state: Position, step: PickFirst, told: Told) -> Steps:
    return [BeginTurn(state.seats[0])]


def begin(state: Position, step: BeginTurn, told: Told) -> Steps:
    """A trip first, then goods and trade (TL-ORD-08)."""
    seat = step.seat
    event = _turn(state, seat)
    state.turn = TurnNow(seat, number=state.turn.number + 1, began=state.traders[seat].days)
    told.append(event)
    return [Travelling(seat)]


def _turn(state: Position, seat: Seat) -> Event:
    """Time spent decides whose turn it is, and who reads that it is theirs reads why (TL-ORD-02,
    TL-ORD-03, TL-ORD-05).
    """
    line, mover = in_line(state), state.turn.seat
    fewest = state.traders[seat].days
    equal = [one for one in line if state.traders[one].days == fewest]
    if not state.turn.number or len(line) == 1:
        return tell("turn", "TL-ORD-02", seat=seat)
    if len(equal) > 1:
        return tell(
            "turn-of-equals", "TL-ORD-02", seat=seat, equals=equal, days=fewest, mover=mover
        )
    if fewest:
        return tell("turn-of-fewest-days", "TL-ORD-02", seat=seat, days=fewest)
    return tell("turn-of-no-day", "TL-ORD-02", seat=seat)


def landing(state: Position, step: Landing, told: Told) -> Steps:
    """The dice lie as they are; what expansions put here precedes trade (TL-ORD-08, BH-SEQ-01)."""
    state.turn.landed = True
    return [
        *(
            phase
            for one in expansions_in_play.in_play(state.options)
            for phase in one.landing(step.seat)
        ),
        Trading(step.seat),
    ]


def waits(state: Position, step: Trading) -> Turn:
    """Sale and purchase are wishes, made while days last; a turn has no other measure (TL-ORD-07).
    Silence trades nothing (TL-PBM-01).
    """
    return Turn((step.seat,), "trade", "TL-ORD-08", state.turn.number, "end")


def end(state: Position, step: EndTurn, told: Told) -> Steps:
    """What the turn came to is told (TL-REC-02); its planet is the one that can be followed
    (TL-FOL-05). The turn passes on, or the game is over (TL-END-01).
    """
    turn, trader = state.turn, state.active
    if turn.planet is not None:
        turn.planet.by = turn.seat
        state.planet = turn.planet
        told.append(
            tell(
                "turn-over",
                "TL-REC-02",
                seat=turn.seat,
                spent=trader.days - turn.began,
                income=turn.income,
                outlay=turn.outlay,
                days=trader.days,
                limit=state.options.days,
            )
        )
    if step.finish:
        trader.declared = True
        told.append(tell("finished", "TL-END-03", seat=turn.seat))
    elif state.finished(turn.seat):
        told.append(tell("days-spent", "TL-END-04", seat=turn.seat))
    following = next_seat(state)
    return [BeginTurn(following)] if following else game_end_and_winner.reckon(state, told)


def next_seat(state: Position) -> Seat:
    """Who takes the next turn; "" if nobody is left."""
    return next(iter(in_line(state)), "")


def in_line(state: Position) -> list[Seat]:
    """Who still plays, as turns would fall if no more days were spent: by fewest days (TL-ORD-02),
    ties going left from the mover (TL-ORD-03), who comes last among them (TL-ORD-04) and so goes on
    alone as long as all others have spent more (TL-ORD-05); the finished are skipped (TL-ORD-06).
    """
    playing = [seat for seat in state.left_of(state.turn.seat) if not state.finished(seat)]
    return sorted(playing, key=lambda seat: state.traders[seat].days)


# --- `end` and `finish` ---------------------------------------------------------------------------


class End(Order, frozen=True):
    """`end`"""


class Finish(Order, frozen=True):
    """`finish`"""


def _end(state: Position, seat: Seat, order: End, step: Trading, told: Told) -> Steps:
    """Selling and buying are voluntary (TL-SEL-01, TL-BUY-01); what was carried on is no offence
    (TL-ILL-09).
    """
    return [EndTurn()]


def _finish(state: Position, seat: Seat, order: Finish, step: Step, told: Told) -> Steps:
    """For good, with days unused (TL-END-03)."""
    return [EndTurn(finish=True)]


END = OrderHandler(
    End,
    forms=("end", "end turn"),
    help="End your turn.",
    rule="TL-ORD-02",
    at=(Trading,),
    deed=_end,
)
FINISH = OrderHandler(
    Finish,
    forms=("finish",),
    help="Take no more turns in this game, also when you have days left.",
    said=("retire", "stop for good"),
    rule="TL-END-03",
    grave=True,
    at=(Travelling, Trading),  # before the trip or when trade is done
    untimely=("TL-END-03",),
    means="take no more turns",
    deed=_finish,
)

STEPS = (
    StepHandler(
        PickFirst,
        waits=first_chance,
        closes=first_alone,
        takes=first_picked,
    ),
    StepHandler(BeginTurn, does=begin),
    StepHandler(Landing, does=landing),
    StepHandler(
        Trading,
        waits=waits,
    ),
    StepHandler(EndTurn, does=end),
)
