"""The trip: to a new planet, or after the player before (TL-TRV, TL-FOL)."""

from __future__ import annotations

from functools import cache

from traders.engines.kernel.contract.contract import Turn
from traders.engines.kernel.orders.order_handler import Order, OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told
from traders.engines.kernel.words import count, named
from traders.engines.traders_luck import expansions_in_play
from traders.engines.traders_luck.events import tell
from traders.engines.traders_luck.position import day_spending
from traders.engines.traders_luck.position.agenda_steps import (
    Landing,
    Rolling,
    ThrowDie,
    Travelling,
)
from traders.engines.traders_luck.position.display_names import shown
from traders.engines.traders_luck.position.state import Die, Planet, Position
from traders.engines.traders_luck.tables import tables


def waits(state: Position, step: Travelling) -> Turn:
    """Every turn includes a trip (TL-TRV-02). Silence makes a Small one, unless an expansion says
    otherwise (TL-PBM-05); who has no day for it is finished (TL-PBM-01).
    """
    shortest = tables().size[0]
    fits = day_spending.left(state, step.seat) >= shortest.days
    silence = expansions_in_play.silence(state) or f"travel {shortest.name}"
    return Turn(
        (step.seat,), "travel", "TL-TRV-02", state.turn.number, silence if fits else "finish"
    )


# --- to a new planet ------------------------------------------------------------------------------


class Travel(Order, frozen=True):
    """`travel medium`"""

    size: str


def _check_travel(state: Position, seat: Seat, order: Travel) -> None:
    """Only a trip that the days left allow (TL-TRV-03)."""
    size = tables().sized(order.size)
    day_spending.must_fit(
        state, seat, size.days, f"The trip to a {shown(size.name)} planet", "TL-TRV-03"
    )


def _travel(state: Position, seat: Seat, order: Travel, step: Travelling, told: Told) -> Steps:
    """One, two or three days lead to a Small, Medium or Big planet (TL-TRV-01), whose dice are
    thrown together (TL-ROL-01, BH-ROL-01).
    """
    size = tables().sized(order.size)
    day_spending.spend(state, seat, size.days)
    state.planets += 1
    dice = [Die("goods") for _ in range(size.dice)] + [
        Die(kind) for kind in expansions_in_play.dice(state)
    ]
    state.turn.planet = Planet(state.planets, size.name, dice)
    told.append(tell("travel", "TL-TRV-01", seat=seat, days=size.days, size=size.name))
    return [*(ThrowDie(place) for place in range(len(dice))), Rolling(seat)]


@cache
def _trips() -> tuple[tuple[Travel, str], ...]:
    return tuple(
        (Travel(size.name), f"{count(size.days, 'day')}, {size.dice} goods dice")
        for size in tables().size
    )


TRAVEL = OrderHandler(
    Travel,
    forms=(
        "travel <size:small|medium|big>",
        "travel to <size:small|medium|big>",
        "explore <size:small|medium|big>",
    ),
    help="Travel to a new Small, Medium or Big planet; the bigger it is, the more days it takes.",
    example="travel medium",
    said=("go", "fly", "head", "explore", "take", "make", "do", "visit", "off"),
    implied=True,
    rule="TL-TRV-01",
    at=(Travelling,),
    untimely=("TL-TRV-02",),  # one trip a turn
    check=_check_travel,
    menu=lambda state, seat: _trips(),
    deed=_travel,
)


# --- after the player before ----------------------------------------------------------------------


class Follow(Order, frozen=True):
    """`follow`"""


def follow_days(state: Position) -> int:
    """One day more than the trip to a planet of that size (TL-FOL-02); 0 where there is none to
    follow.
    """
    return tables().sized(state.planet.size).follow if state.planet is not None else 0


def _must_follow(state: Position, seat: Seat) -> None:
    """Before any dice are thrown (TL-FOL-01), to the planet of the turn last completed (TL-FOL-05),
    not one's own (TL-FOL-06).
    """
    if state.planet is None:
        raise Refusal("No turn has been completed: there is no planet to follow to.", "TL-FOL-05")
    if state.planet.by == seat and not state.options.follow_self:
        raise Refusal(
            "The planet reached last was your own: nobody follows themselves.", "TL-FOL-06"
        )
    day_spending.must_fit(
        state,
        seat,
        follow_days(state),
        f"Following to the {shown(state.planet.size)} planet",
        "TL-TRV-03",
    )


def _follow(state: Position, seat: Seat, order: Follow, step: Travelling, told: Told) -> Steps:
    """Nothing is thrown: goods, prices and what is illegal are as the player before left them
    (TL-FOL-03, BH-ROL-06).
    """
    planet = state.planet
    assert planet is not None
    cost = follow_days(state)
    day_spending.spend(state, seat, cost)
    state.turn.planet, state.turn.followed = planet, True
    told.append(tell("follow", "TL-FOL-01", seat=seat, whom=planet.by, size=planet.size, days=cost))
    return [Landing(seat)]


def _followed(state: Position, seat: Seat, order: Follow) -> str:
    assert state.planet is not None
    days_, whose = count(follow_days(state), "day"), named(state.planet.by)
    return f"{days_} to {whose}'s {shown(state.planet.size)} planet as it is"


FOLLOW = OrderHandler(
    Follow,
    forms=("follow",),
    help="Travel to the planet of the turn before, which takes longer than an ordinary trip.",
    rule="TL-FOL-01",
    at=(Travelling,),
    untimely=("TL-FOL-01", "TL-TRV-02"),
    must=_must_follow,
    means=_followed,
    deed=_follow,
)

STEPS = (
    StepHandler(
        Travelling,
        waits=waits,
    ),
)
