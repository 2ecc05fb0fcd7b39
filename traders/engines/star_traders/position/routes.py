"""Ways over the chart and what they cost, in attempts that a jumper must expect: 6/(7 - minimum
roll) a line, 1 where no roll is needed.

Read from a view, so that texts and bots count alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from math import prod
from typing import Any, NamedTuple

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.contract.suggestion import percent
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders.edition.die_faces import attempts, succeeds
from traders.engines.star_traders.position.view_types import ContractSeen

UNREACHABLE = 99.0

Lines = tuple[tuple[str, str, str], ...]
"""World, world, colour."""
Rolls = tuple[tuple[str, int, int], ...]
"""Colour, the least roll of a regular and of a station jump."""

MOST_ROUTES = 512
"""By chart, rolls and stations: what is kept at most."""
MOST_CHARTS = 16
MOST_TOLD = 4_096


class Leg(NamedTuple):
    """One jump: where to, the least roll (0: none is needed), whether by station jump, and the
    attempts to expect.
    """

    to: str
    colour: str
    needs: int
    station: bool
    attempts: float

    @property
    def odds(self) -> Fraction:
        """The chance that one attempt succeeds."""
        return succeeds(self.needs)


@lru_cache(maxsize=MOST_TOLD)
def _none_fails(rolls: tuple[int, ...]) -> str:
    """The chance that all of these rolls succeed, in words."""
    return percent(prod(map(succeeds, rolls), start=Fraction(1)))


def usable(view: View, seat: Seat) -> frozenset[str]:
    """Worlds with a station that the seat may use (ST-STATION-12); all of them while its
    Codebreaker works (ST-CARD-61).
    """
    broken = view["code_broken"] and view["turn"] == seat
    found: list[str] = []
    for trader in view["seats"]:
        if broken or trader["seat"] == seat:
            found += trader["stations"]
        elif seat in trader["permits"]:
            barred, permitted = trader["barred_at"], trader["permits_at"]
            found += [
                world
                for world in trader["stations"]
                if seat not in barred.get(world, ()) or seat in permitted.get(world, ())
            ]
        elif trader["permits_at"]:
            found += [
                world for world in trader["stations"] if seat in trader["permits_at"].get(world, ())
            ]
    return frozenset(found)


class Routes:
    """The best ways on one chart for a Trader who may use certain stations."""

    def __init__(self, legs: dict[str, tuple[Leg, ...]]) -> None:
        self._legs = legs
        self._from: dict[str, dict[str, tuple[float, str]]] = {}
        self._told: dict[tuple[str, str], str] = {}

    def legs(self, world: str) -> tuple[Leg, ...]:
        """The jumps that lead away from a world, the easiest first."""
        return self._legs.get(world, ())

    def cost(self, start: str, end: str) -> float:
        """Attempts to expect from one world to another; `UNREACHABLE` where no way leads."""
        return self._ways(end).get(start, (UNREACHABLE, ""))[0]

    def next(self, start: str, end: str) -> Leg | None:
        """The first jump of the best way; None where there is none."""
        step = self._ways(end).get(start, (UNREACHABLE, ""))[1]
        for leg in self.legs(start):
            if leg.to == step:
                return leg
        return None

    def jumps(self, start: str, end: str) -> int:
        """How many jumps the best way has."""
        return sum(1 for _ in self.way(start, end))

    def way(self, start: str, end: str) -> Iterator[Leg]:
        """The jumps of the best way."""
        here = start
        while here != end and (leg := self.next(here, end)) is not None:
            yield leg
            here = leg.to

    def in_words(self, start: str, end: str) -> str:
        """The worlds of the best way, each with the odds that no jump up to there fails: `Sanctuary
        83 %, Babel 69 %`.
        """
        found = self._told.get((start, end))
        if found is None:
            told, rolls = list[str](), tuple[int, ...]()
            for leg in self.way(start, end):
                rolls += (leg.needs,)
                told.append(f"{leg.to} {_none_fails(rolls)}")
            found = self._told[start, end] = ", ".join(told)
        return found

    def _ways(self, end: str) -> dict[str, tuple[float, str]]:
        """For every world the cost of the best way to `end` and the world next on it."""
        found = self._from.get(end)
        if found is None:
            found = self._from[end] = _shortest(self._into, end)
        return found

    @cached_property
    def _into(self) -> dict[str, list[tuple[str, float]]]:
        """By world, where jumps lead to it from, and their attempts."""
        into: dict[str, list[tuple[str, float]]] = {}
        for world, leaving in self._legs.items():
            for leg in leaving:
                into.setdefault(leg.to, []).append((world, leg.attempts))
        return into


def _shortest(into: dict[str, list[tuple[str, float]]], end: str) -> dict[str, tuple[float, str]]:
    best: dict[str, tuple[float, str]] = {}
    ahead: list[tuple[float, str, str]] = [(0.0, end, "")]
    while ahead:
        cost, world, onward = heappop(ahead)
        if world in best:
            continue
        best[world] = (cost, onward)
        for before, more in into.get(world, ()):
            if before not in best:
                heappush(ahead, (cost + more, before, world))
    return best


class Network:
    """The lines of one chart, and the rolls that they ask of most Traders."""

    def __init__(self, lines: Lines, rolls: Rolls) -> None:
        self.lines = lines
        self.rolls = rolls


@lru_cache(maxsize=MOST_ROUTES)
def _routes(chart: Network, rolls: Rolls, stations: frozenset[str]) -> Routes:
    """The ways open to one who needs these rolls and may use the stations on these worlds."""
    least = {colour: (regular, station) for colour, regular, station in rolls}
    legs: dict[str, list[Leg]] = {}
    for one, other, colour in chart.lines:
        for start, end in ((one, other), (other, one)):
            regular, station = least[colour]
            needs = station if end in stations else regular
            legs.setdefault(start, []).append(
                Leg(end, colour, needs, end in stations, attempts(needs))
            )
    return Routes(
        {
            world: tuple(sorted(leaving, key=lambda leg: (leg.attempts, leg.to)))
            for world, leaving in legs.items()
        }
    )


_network = lru_cache(maxsize=MOST_CHARTS)(Network)
_LATELY: list[tuple[dict[str, Any], Network]] = []
"""Charts of views, one object each, that were asked for last: their lines need not be named."""


def network(view: View) -> Network:
    """The lines of the view's chart."""
    chart: dict[str, Any] = view["chart"]
    for seen, found in _LATELY:
        if seen is chart:
            return found
    name = {world["number"]: world["name"] for world in chart["worlds"]}
    found = _network(
        tuple((name[one], name[other], colour) for one, other, colour in chart["lines"]),
        _rolls(chart["rolls"]),
    )
    _LATELY.insert(0, (chart, found))
    del _LATELY[MOST_CHARTS:]
    return found


def routes(view: View, seat: Seat, also: Iterable[str] = ()) -> Routes:
    """The ways open to a seat, also if it could use the stations on the worlds `also`."""
    chart, stations = network(view), usable(view, seat).union(also)
    for trader in view["seats"]:
        if trader["seat"] == seat and trader.get("rolls"):
            return _routes(chart, _rolls(trader["rolls"]), stations)
    return _routes(chart, chart.rolls, stations)


def contract_way(view: View, contract: ContractSeen, ways: Routes) -> str:
    """The way that serves a contract from where the view's seat is: to the pick-up, then to the
    goal; straight there with the cargo aboard. "" where no ship is, or it is there.
    """
    parts = [ways.in_words(start, end) for start, end in _ends(view, contract)]
    return "; then ".join([part for part in parts if part])


def contract_legs(view: View, contract: ContractSeen, ways: Routes) -> list[tuple[str, Leg]]:
    """The jumps of that way, each with the world that it leaves."""
    found, here = [], ""
    for start, end in _ends(view, contract):
        here = start
        for leg in ways.way(start, end):
            found.append((here, leg))
            here = leg.to
    return found


def _ends(view: View, contract: ContractSeen) -> list[tuple[str, str]]:
    """Where each part of that way begins and ends."""
    (me,) = [trader for trader in view["seats"] if trader["seat"] == view["seat"]]
    here, cargo = me["at"], contract["cargo"]
    if not here:
        return []
    for aboard in me["cargo"]:
        if aboard["cargo"] == cargo and not aboard["owner"]:
            return [(here, contract["to"])]
    return [(here, contract["from"]), (contract["from"], contract["to"])]


def open_routes(view: View) -> Routes:
    """The ways open to somebody without a station."""
    chart = network(view)
    return _routes(chart, chart.rolls, frozenset())


def _rolls(rolls: dict[str, dict[str, int]]) -> Rolls:
    """The rolls of a chart, or of a Trader who needs others (ST-PERSON-03, ST-NEWPERSON-09)."""
    return tuple((colour, roll["regular"], roll["station"]) for colour, roll in rolls.items())
