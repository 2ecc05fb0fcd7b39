"""The sub-sector: charts that players design, and what is read off a chart (IT-MAP, IT-ORD)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from traders.engines.contract import Refusal
from traders.engines.imperial_trader.state import Chart, Lane, Planet
from traders.engines.imperial_trader.tables import tables

HARROW = "harrow"
NAME = re.compile(r"[^\W_][\w '’-]{0,39}")
"""What a planet, a class or an export may be called."""


class _Planet(msgspec.Struct, forbid_unknown_fields=True, rename={"kind": "class"}):
    name: str
    kind: str
    export: str


class _Lane(msgspec.Struct, forbid_unknown_fields=True):
    between: tuple[str, str]
    spaces: int


class _Said(msgspec.Struct, forbid_unknown_fields=True):
    planets: list[_Planet]
    lanes: list[_Lane]
    orders: list[str] = []
    name: str = "Own chart"


def harrow(players: int, order_limit: int) -> Chart:
    """The default sub-sector (IT-MAP-07); few players share its core orders (IT-ORD-03)."""
    known = tables()
    small = players <= known.game.core_up_to_players and order_limit == 1
    orders = known.orders.core if small else known.orders.core + known.orders.extra
    return msgspec.structs.replace(designed({**known.chart, "orders": list(orders)}), frontier=True)


def designed(said: Any) -> Chart:
    """A chart as players write it (IT-MAP-01); refuses by rule what none can be."""
    if not isinstance(said, Mapping):
        raise Refusal(f'A chart is "{HARROW}" or a map with planets, lanes and orders.', "IT-MAP-01")
    try:
        plain = msgspec.convert(dict(said), _Said)
    except msgspec.ValidationError as error:
        raise Refusal(f"The chart cannot be read: {error}.", "IT-MAP-01") from None
    planets = tuple(Planet(one.name.strip(), one.kind.strip().casefold(), one.export.strip()) for one in plain.planets)
    _must_be_planets(planets)
    lanes = _lanes(planets, plain.lanes)
    chart = Chart(plain.name, planets, lanes, ())
    orders = tuple(order_named(chart, text) for text in plain.orders)
    if len(set(orders)) != len(orders):
        raise Refusal("Each buy order is in the chart once only.", "IT-ORD-01")
    return msgspec.structs.replace(chart, orders=orders)


def _must_be_planets(planets: tuple[Planet, ...]) -> None:
    """Enough of them (IT-MAP-01), a port among them (IT-MAP-03), every name and export its own (IT-MAP-04)."""
    least = tables().game.planets_least
    if not least <= len(planets) <= 40:
        raise Refusal(f"A chart has at least {least} planets, and at most 40; this one has {len(planets)}.", "IT-MAP-01")
    for word in (word for one in planets for word in (one.name, one.kind, one.export)):
        if not NAME.fullmatch(word):
            raise Refusal(f"{word[:40]!r} is no name: letters, digits and blanks, at most 40.", "IT-MAP-01")
    if len({one.name.casefold() for one in planets}) != len(planets):
        raise Refusal("Two planets bear the same name.", "IT-MAP-01")
    if len({one.export.casefold() for one in planets}) != len(planets):
        raise Refusal("Two planets have the same export: no order could tell them apart.", "IT-MAP-04")
    if not any(one.kind in tables().game.ports for one in planets):
        raise Refusal("At least one planet must be a Civilized, Forge or Hive World.", "IT-MAP-03")


def _lanes(planets: tuple[Planet, ...], said: list[_Lane]) -> tuple[Lane, ...]:
    """Lanes of an allowed length (IT-MAP-06), at most one between two planets, every planet in reach of every other (IT-MAP-05)."""
    names = {one.name.casefold(): one.name for one in planets}
    lanes: list[Lane] = []
    for lane in said:
        ends = [names.get(end.strip().casefold(), "") for end in lane.between]
        if not all(ends) or ends[0] == ends[1]:
            raise Refusal(f"A lane joins two planets of the chart, not {' and '.join(lane.between)[:60]}.", "IT-MAP-05")
        if lane.spaces not in tables().game.lane_spaces:
            raise Refusal(f"A lane has 2, 3 or 4 spaces, not {lane.spaces}.", "IT-MAP-06")
        if any({one.a, one.b} == set(ends) for one in lanes):
            raise Refusal(f"{ends[0]} and {ends[1]} are joined twice.", "IT-MAP-05")
        lanes.append(Lane(ends[0], ends[1], lane.spaces))
    reached = set(lane_counts(tuple(lanes), planets[0].name))
    lost = [one.name for one in planets if one.name not in reached]
    if lost:
        raise Refusal(f"No lanes lead from {planets[0].name} to {lost[0]}.", "IT-MAP-05")
    return tuple(lanes)


def remarks(chart: Chart) -> list[str]:
    """What is not recommended, though allowed (IT-MAP-01)."""
    low, high = tables().game.planets_recommended
    n = len(chart.planets)
    return [] if low <= n <= high else [f"The chart has {n} planets; {low} to {high} are recommended."]


# --- what is read off a chart --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def worlds(chart: Chart) -> tuple[Planet, ...]:
    """All planets that can come into play: the chart's, and its frontier worlds."""
    if not chart.frontier:
        return chart.planets
    return chart.planets + tuple(Planet(one.name, one.kind, one.export) for one in tables().frontier)


def world(chart: Chart, name: str) -> Planet:
    """The planet of that name."""
    return next(one for one in worlds(chart) if one.name == name)


@lru_cache(maxsize=512)
def parts(chart: Chart, order: str) -> tuple[str, str]:
    """The pick-up and the drop-off planet of an order (IT-ORD-01)."""
    for planet in worlds(chart):
        if order.startswith(f"{planet.export} to "):
            return planet.name, order[len(planet.export) + 4 :]
    raise KeyError(order)


def order_named(chart: Chart, text: str) -> str:
    """The order as it is written, from any capitals; two different planets (IT-ORD-01)."""
    plain = " ".join(text.casefold().split())
    for one in worlds(chart):
        for other in worlds(chart):
            if plain == f"{one.export} to {other.name}".casefold() and one.name != other.name:
                return f"{one.export} to {other.name}"
    raise Refusal(f"{text[:80]!r} is no buy order: an export, to, another planet.", "IT-ORD-01")


@lru_cache(maxsize=512)
def lane_counts(lanes: tuple[Lane, ...], start: str) -> dict[str, int]:
    """How many lanes separate each planet from this one by the shortest route (IT-PAY-02)."""
    found, edge = {start: 0}, [start]
    for planet in edge:
        for lane in lanes:
            if planet in (lane.a, lane.b):
                other = lane.b if planet == lane.a else lane.a
                if other not in found:
                    found[other] = found[planet] + 1
                    edge.append(other)
    return found
