"""The Fly action (IT-FLY)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from traders.engines.imperial_trader.events import tell
from traders.engines.imperial_trader.orders.order_parts import Course
from traders.engines.imperial_trader.position.agenda_steps import Acting, CourseByDie, FlyDie
from traders.engines.imperial_trader.position.state import Captain, Place, Position
from traders.engines.imperial_trader.ship import damage
from traders.engines.imperial_trader.sub_sector import sub_sector_state
from traders.engines.imperial_trader.sub_sector.chart_routes import Charted, advance
from traders.engines.imperial_trader.sub_sector.flight_course import course
from traders.engines.imperial_trader.tables import tables
from traders.engines.imperial_trader.turn import turn_stages
from traders.engines.kernel.contract.contract import Blank, Chance, Event
from traders.engines.kernel.orders.order_handler import Offered, Order, OrderHandler, Shape
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told


class Fly(Order, frozen=True):
    """`fly cinderfall 2 via carthax, with 5 or more: port meridian`"""

    to: str
    n: int = 0
    via: tuple[str, ...] = ()
    by_die: tuple[Course, ...] = ()


def _check(state: Position, seat: Seat, order: Fly) -> None:
    """Each course can be flown; ships hinder nobody (IT-TRN-05)."""
    known, place = sub_sector_state.ways(state), state.captains[seat].at
    if order.by_die:
        _must_be_thrown(order)
    course(known, place, order.to, order.via)
    for each in order.by_die:
        course(known, place, each.to, each.via)


def _must_be_thrown(order: Fly) -> None:
    """Refuse a course for a number that the die does not have, and two for the same number
    (IT-PBM-06).
    """
    sides, numbers = tables().game.die, [each.least for each in order.by_die]
    for n in numbers:
        if not 2 <= n <= sides:
            raise Refusal(
                f"A course by the die is for 2 to {sides} or more, not for {n}.", "IT-PBM-06"
            )
    if len(set(numbers)) < len(numbers):
        raise Refusal("Two courses are for the same number: one course a number.", "IT-PBM-06")


def _fly(state: Position, seat: Seat, order: Fly, step: Acting, told: Told) -> Steps:
    """One die for each Fly action, on a fresh course (IT-FLY-01, IT-FLY-05, IT-TRN-03)."""
    turn_stages.act(state, seat)
    known, place = sub_sector_state.ways(state), state.captains[seat].at
    found = [
        CourseByDie(list(course(known, place, each.to, each.via)), each.n, each.least)
        for each in (Course(order.to, order.n, order.via), *order.by_die)
    ]
    others = [{"least": each.least, "name": each.to} for each in order.by_die]
    told.append(tell("flies", "IT-PBM-01", seat=seat, goal=order.to, others=others))
    return [FlyDie(seat, found), step]


def chance(state: Position, step: FlyDie) -> Chance:
    return Chance("die", tables().game.die, "the Fly die", "IT-FLY-01")


def thrown(state: Position, step: FlyDie, outcome: int, told: Told) -> Steps:
    """By the course with the highest number that the die reaches (IT-PBM-06), at most as many
    spaces as the die shows, no farther than ordered, and no farther than the destination
    (IT-FLY-01, IT-FLY-03, IT-PBM-01). On a 1 the ship moves its one space first, then it wears
    (IT-FLY-06).
    """
    captain = state.captains[step.seat]
    course = max(
        (each for each in step.courses if each.least <= outcome), key=lambda each: each.least
    )
    spaces = min(outcome, course.most or outcome)
    captain.at = advance(sub_sector_state.ways(state), captain.at, course.planets, spaces)
    arrived = captain.at.planet == course.planets[-1] and not captain.at.to
    turn_stages.came_to(state, *(["arrived"] if arrived else []))
    told.append(_moved(captain, outcome, arrived=arrived))
    return damage.risk(state, step.seat, "spirits") if outcome in tables().game.wear_on else []


def _moved(captain: Captain, outcome: int, *, arrived: bool) -> Event:
    """Where the ship has come by what the die shows."""
    at = captain.at
    die: dict[str, Any] = {"seat": captain.seat, "die": outcome}
    if at.to:
        return tell("stops", "IT-FLY-01", reveals=True, n=at.n, planet=at.planet, goal=at.to, **die)
    kind = "arrives" if arrived else "comes"
    return tell(kind, "IT-FLY-01", reveals=True, planet=at.planet, **die)


@lru_cache(maxsize=1_024)
def _flights(known: Charted, place: Place) -> tuple[Offered, ...]:
    """The flights from a place: to each planet, and some spaces towards each next to it."""
    goals = [one.name for one in known.planets if place.to or place.planet != one.name]
    short = {name: min(spaces, tables().game.die) for spaces, name in known.ways_out(place)}
    for name in (*goals, *short):
        course(known, place, name, ())  # which refuses none of these
    return (
        *map(Fly, goals),
        *((_towards(name, most), SHORT) for name, most in short.items() if most > 1),
    )


SHORT = ("so many spaces towards it at most", "IT-PBM-01")


def _towards(name: str, most: int) -> Shape:
    ends = (Fly(name, 1), Fly(name, most))
    return Shape(f"fly {name.casefold()} {{n}}", (Blank("n", 1, most),), ends)


FLY = OrderHandler(
    Fly,
    forms=(
        "fly <to:planet> [<n:some>] [via <via:way>]",
        "fly to <to:planet> [<n:some>] [via <via:way>]",
        "fly <to:planet> [<n:some>] [via <via:way>] <by_die:by die>",
        "fly to <to:planet> [<n:some>] [via <via:way>] <by_die:by die>",
    ),
    help="Fly towards a planet, as far as your roll allows; this is one action.",
    example="fly ferrum vale",
    said=("go", "head", "travel", "jump", "move", "sail", "set course"),
    rule="IT-FLY-01",
    notes={"fly": "as far as your roll allows"},
    at=(Acting,),
    must=turn_stages.must_have_action,
    check=_check,
    checked=True,
    menu=lambda state, seat: _flights(sub_sector_state.ways(state), state.captains[seat].at),
    means="as far as the die lets you, by the course of fewest spaces",
    deed=_fly,
)

STEPS = (StepHandler(FlyDie, waits=chance, takes=thrown),)
