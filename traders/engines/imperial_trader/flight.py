"""The Fly action (IT-FLY)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from traders.engines.agenda import Step, Told
from traders.engines.contract import Blank, Chance, Offer, Outcome, Refusal, Seat
from traders.engines.imperial_trader import courses, damage, sector, stages
from traders.engines.imperial_trader.order_types import Fly
from traders.engines.imperial_trader.state import Position
from traders.engines.imperial_trader.steps import Acting, FlyDie
from traders.engines.imperial_trader.tables import tables
from traders.engines.imperial_trader.verb import Verb
from traders.engines.words import count, named, told_to_all


def _check(state: Position, seat: Seat, order: Fly) -> None:
    """To a planet of the chart, along lanes; closed worlds may be flown to and through (IT-SHF-05), and ships hinder nobody (IT-TRN-05)."""
    stages.must_act(state, seat)
    place = state.captains[seat].at
    known = {one.name for one in sector.planets(state)}
    for planet in (order.to, *order.via):
        if planet not in known:
            raise Refusal(f"No lane leads to {planet}.", "IT-SHF-09", "IT-MAP-05")
    planets = courses.course(state, place, order.to, order.via)
    if not planets:
        raise Refusal(f"Your ship is at {order.to} already.", "IT-FLY-01", "IT-PBM-01")
    courses.must_not_reverse(place, planets)


def _fly(state: Position, seat: Seat, order: Fly, step: Acting, told: Told) -> Sequence[Step]:
    """One die for each Fly action, on a fresh course (IT-FLY-01, IT-FLY-05, IT-TRN-03)."""
    stages.act(state, seat)
    planets = courses.course(state, state.captains[seat].at, order.to, order.via)
    told.append(told_to_all(f"{named(seat)} flies for {order.to}.", "IT-PBM-01", kind="fly", seat=seat, to=order.to))
    return [FlyDie(seat, planets, order.n), step]


def chance(state: Position, step: FlyDie) -> Chance:
    return Chance("die", tables().game.die, "the Fly die", "IT-FLY-01")


def thrown(state: Position, step: FlyDie, outcome: Outcome, told: Told) -> Sequence[Step]:
    """At most as many spaces as the die shows, no farther than ordered, and no farther than the destination (IT-FLY-01, IT-FLY-03,
    IT-PBM-01). On a 1 the ship moves its one space first, then it wears (IT-FLY-06)."""
    assert isinstance(outcome, int)
    captain = state.captains[step.seat]
    spaces = min(outcome, step.most or outcome)
    captain.at = courses.advance(state, captain.at, step.course, spaces)
    arrived = captain.at.planet == step.course[-1] and not captain.at.to
    stages.came_to(state, *(["arrived"] if arrived else []))
    where = f"arrives at {captain.at.planet}" if arrived else f"comes to {in_words(state, step.seat)}"
    text = f"The die shows {outcome}: {step.seat} {where}."
    told.append(told_to_all(text, "IT-FLY-01", reveals=True, kind="arrives" if arrived else "moves", seat=step.seat))
    return damage.risk(state, step.seat, "spirits") if outcome in tables().game.wear_on else []


def in_words(state: Position, seat: Seat) -> str:
    """Where a ship is, in words."""
    at = state.captains[seat].at
    return f"{count(at.n, 'space')} out from {at.planet} towards {at.to}" if at.to else at.planet


def _offers(state: Position, seat: Seat) -> Iterable[Offer]:
    if not stages.may_act(state, seat):
        return
    place = state.captains[seat].at
    for planet in sector.planets(state):
        if place.to or place.planet != planet.name:
            yield Offer(f"fly {planet.name.casefold()}", "as far as the die lets you, by the course of fewest spaces", "IT-FLY-01")
    for spaces, name in courses.ways_out(state, place):
        if spaces > 1:
            blank = Blank("n", 1, min(spaces, tables().game.die))
            yield Offer(f"fly {name.casefold()} {{n}}", "so many spaces towards it at most", "IT-PBM-01", blanks=(blank,))


FLY = Verb(_check, _fly, _offers)
