"""What is read off a chart once for all games on it: its planets and lanes with the frontier worlds
that are revealed, and the ways between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush

from traders.engines.imperial_trader.position.state import Chart, Lane, Place, Planet
from traders.engines.imperial_trader.sub_sector import chart
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.refusal import Refusal


class Charted:
    """A chart with its revealed frontier worlds (IT-SHF-09); never changed."""

    def __init__(self, known: Chart, revealed: tuple[str, ...]) -> None:
        self.planets = tuple(
            one for one in chart.worlds(known) if one in known.planets or one.name in revealed
        )
        """The planets to which ships can fly."""
        self.names = frozenset(one.name for one in self.planets)
        self.lanes = known.lanes + tuple(
            Lane(one.joined_to, one.name, one.spaces)
            for one in tables().frontier
            if one.name in revealed
        )
        self._joining = {
            ends: lane for lane in self.lanes for ends in ((lane.a, lane.b), (lane.b, lane.a))
        }

    def lane(self, one: str, other: str) -> Lane:
        """The lane that joins two planets; `KeyError` where none does."""
        return self._joining[one, other]

    def turned(self, place: Place) -> Place:
        """A lane space named from the lane's other end."""
        spaces = self.lane(place.planet, place.to).spaces
        return Place(place.to, place.planet, spaces + 1 - place.n)

    def ways_out(self, place: Place) -> list[tuple[int, str]]:
        """Planets next to a place with the spaces to each: every lane space and the planet entered
        count one (IT-FLY-02). From a lane a ship may go on or turn back (IT-FLY-05).
        """
        if place.to:
            return [(place.n, place.planet), (self.turned(place).n, place.to)]
        return [
            (lane.spaces + 1, lane.b if lane.a == place.planet else lane.a)
            for lane in self.lanes
            if place.planet in (lane.a, lane.b)
        ]


@lru_cache(maxsize=64)
def charted(known: Chart, revealed: tuple[str, ...]) -> Charted:
    """The same for the same chart and frontier."""
    return Charted(known, revealed)


def seen(view: View) -> Charted:
    """The same of what a view shows."""
    return _seen(
        tuple(Planet(one["name"], one["class"], one["export"]) for one in view["planets"]),
        tuple(Lane(one["between"][0], one["between"][1], one["spaces"]) for one in view["lanes"]),
    )


@lru_cache(maxsize=64)
def _seen(planets: tuple[Planet, ...], lanes: tuple[Lane, ...]) -> Charted:
    return charted(Chart("", planets, lanes, ()), ())


@lru_cache(maxsize=4_096)
def shortest(known: Charted, place: Place, goal: str) -> tuple[str, ...]:
    """The planets on the course of fewest spaces, alphabetical on ties (IT-PBM-01)."""
    if not place.to and place.planet == goal:
        return ()
    heap = sorted((spaces, [planet]) for spaces, planet in known.ways_out(place))
    done: set[str] = set()
    while heap:
        spaces, path = heappop(heap)
        if path[-1] == goal:
            return tuple(path)
        if path[-1] in done:
            continue
        done.add(path[-1])
        for more, planet in known.ways_out(Place(path[-1])):
            if planet not in done:
                heappush(heap, (spaces + more, [*path, planet]))
    raise Refusal(f"No lane leads to {goal}.", "IT-MAP-05", "IT-SHF-09")


@lru_cache(maxsize=4_096)
def spaces_to(known: Charted, place: Place, goal: str) -> int:
    """How many spaces it is to a planet by that course, every planet entered counted one
    (IT-FLY-02).
    """
    far, at = 0, place
    for planet in shortest(known, place, goal):
        far += next(spaces for spaces, name in known.ways_out(at) if name == planet)
        at = Place(planet)
    return far


def advance(known: Charted, place: Place, planets: Sequence[str], spaces: int) -> Place:
    """Where a ship is after so many spaces of its course: in a lane, or stopped on arrival; planets
    on the way are passed (IT-FLY-04).
    """
    at = place
    for planet in planets:
        if at.to and planet == at.planet:
            at = known.turned(at)
        elif not at.to:
            at = Place(at.planet, planet)
        left = known.lane(at.planet, planet).spaces + 1 - at.n
        if spaces < left:
            return Place(at.planet, planet, at.n + spaces) if spaces or at.n else at
        spaces -= left
        at = Place(planet)
        if not spaces:
            break
    return at


@lru_cache(maxsize=1_024)
def lanes_between(known: Charted, one: str, other: str) -> int:
    """Lanes that separate two planets by the shortest route, whatever way was flown (IT-PAY-02)."""
    return chart.lane_counts(known.lanes, one)[other]
