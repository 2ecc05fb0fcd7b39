"""Rivals come to attack the current player (BH-PVP)."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Interval
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Order, OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told
from traders.engines.kernel.words import count, named
from traders.engines.traders_luck.bounty_hunters import ships_on_dice
from traders.engines.traders_luck.bounty_hunters.agenda_steps import Commitment, Interception
from traders.engines.traders_luck.events import tell
from traders.engines.traders_luck.position.state import Position
from traders.engines.traders_luck.tables import tables


def trip(state: Position) -> int:
    """One day more than the trip to a planet of that size (BH-PVP-04)."""
    return tables().sized(state.here.size).days + 1


def barred(state: Position, seat: Seat) -> Refusal | None:
    """Why a seat may not come to attack, by public facts alone (BH-PBM-02)."""
    current = state.turn.seat
    trader, rival = state.active, state.traders[seat]
    if seat == current:
        return Refusal("You are the one that others may come to attack.", "BH-PVP-01")
    if state.turn.attacker:
        return Refusal(
            f"{named(state.turn.attacker)} has attacked in this turn: there is no more than one "
            "attack.",
            "BH-PVP-03",
        )
    if state.finished(seat):
        return Refusal("You are finished.", "BH-PVP-06")
    if not state.hunters[seat].missiles:
        return Refusal("You have no missile.", "BH-PVP-07")
    if rival.days + trip(state) > state.options.days:
        return Refusal(
            "The trip would take you beyond the game's days.", "BH-PVP-06", "BH-PVP-05", "TL-END-02"
        )
    slack = state.options.attack_slack
    if rival.days + trip(state) > trader.days + slack:
        late = f", and nobody comes more than {count(slack, 'day')} later" if slack else ""
        text = (
            f"With {count(rival.days, 'day')} and {trip(state)} for the trip you come too late: "
            f"{named(current)} is at {trader.days}{late}."
        )
        return Refusal(text, "BH-PVP-05")
    if ships_on_dice.sheltering(state) and not state.hunters[current].pirate:
        return Refusal("While the police are present nobody attacks an honest player.", "BH-PVP-08")
    return None


def eligible(state: Position) -> tuple[Seat, ...]:
    """Who may come, by fewest days, ties going left (BH-PVP-02)."""
    return tuple(seat for seat in state.by_days() if barred(state, seat) is None)


def waits(state: Position, step: Interception) -> Interval:
    """Asked at once, of all who may come (BH-PVP-01, BH-PBM-02); silence stays away."""
    seats = eligible(state)
    size, days = state.here.size, trip(state)
    about = tell("interception", "BH-PVP-01", seat=step.seat, size=size, days=days)
    return Interval.upon(
        about,
        step.key,
        "intercept",
        seats,
        question=True,
        attacked=(step.seat,),
        passing="stay away",
    )


class Intercept(Order, frozen=True):
    """`intercept`"""


def _must_be_free(state: Position, seat: Seat) -> tuple[str, ...]:
    """Legal while the interval is open, for whom nothing bars (BH-PVP-05 to 08)."""
    if not state.hunters:
        raise Refusal("Nobody comes to attack in this game: that is an expansion.", "BH-PVP-01")
    if state.turn.planet is None or not state.turn.landed:
        raise Refusal("Nobody has come to a planet yet.", "BH-PVP-01", "BH-SEQ-01")
    bar = barred(state, seat)
    if bar is not None:
        raise bar
    return ("BH-PVP-01", "BH-SEQ-01")


def _intercept(
    state: Position, seat: Seat, order: Intercept, step: Interception, told: Told
) -> Steps:
    """The first willing one attacks, alone (BH-PVP-03); the days of the trip are spent at once
    (BH-PVP-04) and are no turn (BH-PVP-09).
    """
    state.traders[seat].days += trip(state)
    state.turn.attacker = seat
    told.append(tell("intercepts", "BH-PVP-01", seat=seat, whom=state.turn.seat, days=trip(state)))
    return [Commitment(seat, step.seat)]


INTERCEPT = OrderHandler(
    Intercept,
    forms=("intercept",),
    when=When.ASKED,
    help="Travel to the current player's planet and attack that player.",
    rule="BH-PVP-01",
    at=(Interception,),
    untimely=_must_be_free,
    must=_must_be_free,
    means=lambda state, seat, order: (
        f"come in {count(trip(state), 'day')} and attack {named(state.turn.seat)}"
    ),
    deed=_intercept,
)

STEPS = (
    StepHandler(
        Interception,
        waits=waits,
    ),
)
