"""Courses: which way a ship flies, and how far it comes (IT-FLY, IT-PBM-01)."""

from __future__ import annotations

from heapq import heappop, heappush

from traders.engines.imperial_trader import sector
from traders.engines.imperial_trader.state import Place, Position
from traders.engines.kernel.refusal import Refusal


def course(state: Position, place: Place, to: str, via: tuple[str, ...] = ()) -> list[str]:
    """The planets to fly to, one after another: the course of fewest spaces, alphabetical on ties,
    through the waypoints (IT-PBM-01).
    """
    found: list[str] = []
    for goal in (*via, to):
        found += _shortest(state, Place(found[-1]) if found else place, goal)
    return found


def ways_out(state: Position, place: Place) -> list[tuple[int, str]]:
    """Planets next to a place with the spaces to each: every lane space and the planet entered
    count one (IT-FLY-02). From a lane a ship may go on or turn back (IT-FLY-05).
    """
    if place.to:
        return [(place.n, place.planet), (sector.turned(state, place).n, place.to)]
    return [
        (lane.spaces + 1, lane.b if lane.a == place.planet else lane.a)
        for lane in sector.lanes(state)
        if place.planet in (lane.a, lane.b)
    ]


def _shortest(state: Position, place: Place, goal: str) -> list[str]:
    heap: list[tuple[int, list[str]]] = [
        (spaces, [planet]) for spaces, planet in ways_out(state, place)
    ]
    if not place.to and place.planet == goal:
        return []
    heap.sort()
    done: set[str] = set()
    while heap:
        spaces, path = heappop(heap)
        if path[-1] == goal:
            return path
        if path[-1] in done:
            continue
        done.add(path[-1])
        for more, planet in ways_out(state, Place(path[-1])):
            if planet not in done:
                heappush(heap, (spaces + more, [*path, planet]))
    raise Refusal(f"No lane leads to {goal}.", "IT-MAP-05", "IT-SHF-09")


def must_not_reverse(place: Place, planets: list[str]) -> None:
    """A ship does not reverse within one action (IT-FLY-05)."""
    before = [place.to if planets[0] == place.planet else place.planet, *planets]
    for one, other in zip(before, before[2:], strict=False):
        if one == other:
            raise Refusal(
                f"That course turns back towards {one}: a ship does not reverse within one action.",
                "IT-FLY-05",
            )


def advance(state: Position, place: Place, planets: list[str], spaces: int) -> Place:
    """Where a ship is after so many spaces of its course: in a lane, or stopped on arrival; planets
    on the way are passed (IT-FLY-04).
    """
    at = place
    for planet in planets:
        if at.to and planet == at.planet:
            at = sector.turned(state, at)
        elif not at.to:
            at = Place(at.planet, planet)
        left = sector.lane(state, at.planet, planet).spaces + 1 - at.n
        if spaces < left:
            return Place(at.planet, planet, at.n + spaces) if spaces or at.n else at
        spaces -= left
        at = Place(planet)
        if not spaces:
            break
    return at
