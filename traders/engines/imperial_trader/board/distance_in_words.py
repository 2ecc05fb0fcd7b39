"""How far it is from one planet to another (IT-FLY-02), and what a delivery between them pays."""

from __future__ import annotations

from traders.engines.imperial_trader.position.state import Place
from traders.engines.imperial_trader.position.view_types import CaptainSeen
from traders.engines.imperial_trader.sub_sector.chart_routes import (
    Charted,
    lanes_between,
    seen,
    shortest,
    spaces_to,
)
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import COLOURS
from traders.engines.kernel.words import count, listed, named


def way(view: View, start: str, goal: str) -> str:
    """The course of fewest spaces, the planets on it, and the lanes that a delivery is paid for."""
    at = {one["seat"]: _place_of(one) for one in view["seats"]}
    here = at.get(start or view["seat"], Place(start) if start else None)
    there = at.get(goal, Place(goal))
    if here is None or there is None:
        return ""
    whose = f"{named(goal)}'s ship is {_in_words(there)}. " if goal in at else ""
    if here == there and not start:
        return f"{whose}Your ship is {_in_words(here)}."
    try:
        return f"{whose}{_course(seen(view), here, there, start)}"
    except Refusal as refusal:
        return f"{whose}{refusal.text}"


def _course(known: Charted, here: Place, there: Place, start: str) -> str:
    """How far it is from place to place; `start`: what is called so, "" for the view's ship."""
    ship = f"{named(start)}'s ship" if start in COLOURS else "your ship"
    begins = f"From {ship if here.to else here.planet} to {'there' if there.to else there.planet}"
    told = f"{begins}: {count(_spaces(known, here, there), 'space')}"
    if there.to or here == there:
        return f"{told}."
    planets = shortest(known, here, there.planet)[:-1]
    by = f", by way of {listed(planets)}" if planets else ""
    told = f"{told}{by}. A flight goes as many as you roll."
    if here.to:
        return told
    lanes = lanes_between(known, here.planet, there.planet)
    pay = count(lanes * tables().game.pay_per_lane, "credit")
    return f"{told} A delivery over {count(lanes, 'lane')} pays {pay}."


def _spaces(known: Charted, here: Place, there: Place) -> int:
    """How many spaces it is to a place; to one in a lane from either end of it."""
    if not there.to:
        return spaces_to(known, here, there.planet)
    turned = known.turned(there)
    beside = [one for one in (there, turned) if (one.planet, one.to) == (here.planet, here.to)]
    if here.to and beside:
        return abs(beside[0].n - here.n)
    return min(spaces_to(known, here, end.planet) + end.n for end in (there, turned))


def _in_words(place: Place) -> str:
    return f"between {place.planet} and {place.to}" if place.to else f"at {place.planet}"


def _place_of(captain: CaptainSeen) -> Place | None:
    """Where a captain has the ship; None where there is none."""
    if captain["lane"]:
        return Place(*captain["lane"])
    return Place(captain["planet"]) if captain["planet"] else None
