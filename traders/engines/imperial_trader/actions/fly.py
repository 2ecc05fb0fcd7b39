"""The Fly action (IT-FLY)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from traders.engines.imperial_trader import courses, damage, sub_sector_state, turn_stages
from traders.engines.imperial_trader.chart_routes import Charted, advance
from traders.engines.imperial_trader.events import tell
from traders.engines.imperial_trader.order_handler import OrderHandler
from traders.engines.imperial_trader.order_types import Fly
from traders.engines.imperial_trader.state import Captain, Place, Position
from traders.engines.imperial_trader.steps import Acting, CourseByDie, FlyDie
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.contract import Blank, Chance, Event, Offer, Outcome
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat


def _check(state: Position, seat: Seat, order: Fly) -> None:
    """To a planet of the chart, along lanes; closed worlds may be flown to and through (IT-SHF-05),
    and ships hinder nobody (IT-TRN-05).
    """
    turn_stages.must_act(state, seat)
    _must_be_thrown(order)
    place = state.captains[seat].at
    known = sub_sector_state.ways(state)
    for each in order.courses:
        for planet in (each.to, *each.via):
            if planet not in known.names:
                raise Refusal(f"No lane leads to {planet}.", "IT-SHF-09", "IT-MAP-05")
        planets = courses.course(state, place, each.to, each.via)
        if not planets:
            raise Refusal(f"Your ship is at {each.to} already.", "IT-FLY-01", "IT-PBM-01")
        courses.must_not_reverse(place, planets)


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


def _fly(state: Position, seat: Seat, order: Fly, step: Acting, told: Told) -> Sequence[Step]:
    """One die for each Fly action, on a fresh course (IT-FLY-01, IT-FLY-05, IT-TRN-03)."""
    turn_stages.act(state, seat)
    place = state.captains[seat].at
    found = [
        CourseByDie(courses.course(state, place, each.to, each.via), each.n, each.least)
        for each in order.courses
    ]
    others = [{"least": each.least, "name": each.to} for each in order.by_die]
    told.append(tell("flies", "IT-PBM-01", seat=seat, goal=order.to, others=others))
    return [FlyDie(seat, found), step]


def chance(state: Position, step: FlyDie) -> Chance:
    return Chance("die", tables().game.die, "the Fly die", "IT-FLY-01")


def thrown(state: Position, step: FlyDie, outcome: Outcome, told: Told) -> Sequence[Step]:
    """By the course with the highest number that the die reaches (IT-PBM-06), at most as many
    spaces as the die shows, no farther than ordered, and no farther than the destination
    (IT-FLY-01, IT-FLY-03, IT-PBM-01). On a 1 the ship moves its one space first, then it wears
    (IT-FLY-06).
    """
    assert isinstance(outcome, int)
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


def _offers(state: Position, seat: Seat) -> Sequence[Offer]:
    return _flights(sub_sector_state.ways(state), state.captains[seat].at)


@lru_cache(maxsize=1_024)
def _flights(known: Charted, place: Place) -> tuple[Offer, ...]:
    """The flights from a place: to each planet, and some spaces towards each next to it."""
    whole = [
        Offer(
            f"fly {planet.name.casefold()}",
            "as far as the die lets you, by the course of fewest spaces",
            "IT-FLY-01",
        )
        for planet in known.planets
        if place.to or place.planet != planet.name
    ]
    short = [
        Offer(
            f"fly {name.casefold()} {{n}}",
            "so many spaces towards it at most",
            "IT-PBM-01",
            blanks=(Blank("n", 1, min(spaces, tables().game.die)),),
        )
        for spaces, name in known.ways_out(place)
        if spaces > 1
    ]
    return (*whole, *short)


FLY = OrderHandler(_check, _fly, _offers)
