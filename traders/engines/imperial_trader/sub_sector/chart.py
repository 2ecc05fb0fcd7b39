"""The sub-sector: charts that players design, and what is read off a chart (IT-MAP, IT-ORD)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

import msgspec

from traders.engines.imperial_trader.position.state import Chart, Lane, Planet
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.grammar.order_parts import Names, words_of
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import count, hides

HARROW = "harrow"
MOST = 40
"""Planets of a chart."""
NAME = re.compile(r"[^\W_](?:[^\W_]|[ '’-]){0,39}")
"""What a planet, a class or an export may be called."""
JOINING = frozenset({"and", "then", "to", "via", "with"})
"""Words that stand between names in orders, and so in no name."""


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
    return _harrow(players <= tables().game.core_up_to_players and order_limit == 1)


@cache
def _harrow(small: bool) -> Chart:
    known = tables()
    orders = known.orders.core if small else known.orders.core + known.orders.extra
    return msgspec.structs.replace(designed({**known.chart, "orders": list(orders)}), frontier=True)


def designed(said: Any) -> Chart:
    """A chart as players write it (IT-MAP-01); refuses by rule what none can be."""
    wrong = faults(said)
    if wrong:
        raise wrong[0]
    plain = msgspec.convert(dict(said), _Said)
    planets = _planets(plain)
    names = {one.name.casefold(): one.name for one in planets}
    lanes = tuple(
        Lane(names[_end(lane, 0)], names[_end(lane, 1)], lane.spaces) for lane in plain.lanes
    )
    chart = Chart(plain.name, planets, lanes, ())
    return msgspec.structs.replace(
        chart, orders=tuple(order_named(chart, text) for text in plain.orders)
    )


def faults(said: object) -> list[Refusal]:
    """Everything that is wrong with a chart, each as the refusal that it would bring; empty where a
    game can be played on it.
    """
    if not isinstance(said, Mapping):
        return [
            Refusal(f'A chart is "{HARROW}" or a map with planets, lanes and orders.', "IT-MAP-01")
        ]
    try:
        plain = msgspec.convert(dict(said), _Said)
    except msgspec.ValidationError as error:
        return [Refusal(f"The chart cannot be read: {error}.", "IT-MAP-01")]
    planets = _planets(plain)
    if len(planets) > MOST or max(len(plain.lanes), len(plain.orders)) > MOST**2:
        # what follows looks at each with each
        return [_wrong_size(planets, f", {len(plain.lanes)} lanes, {len(plain.orders)} orders")]
    return [*_wrong_planets(planets), *_wrong_lanes(plain), *_wrong_orders(plain)]


def _wrong_size(planets: tuple[Planet, ...], more: str = "") -> Refusal:
    least = tables().game.planets_least
    return Refusal(
        f"A chart has at least {least} planets, and at most {MOST}; this one has "
        f"{len(planets)}{more}.",
        "IT-MAP-01",
    )


def _planets(plain: _Said) -> tuple[Planet, ...]:
    return tuple(
        Planet(one.name.strip(), one.kind.strip().casefold(), one.export.strip())
        for one in plain.planets
    )


def _end(lane: _Lane, which: int) -> str:
    return lane.between[which].strip().casefold()


def _wrong_planets(planets: tuple[Planet, ...]) -> Iterator[Refusal]:
    """Enough of them (IT-MAP-01), each of a class (IT-MAP-02), a port among them (IT-MAP-03), every
    name and export its own (IT-MAP-04).
    """
    least = tables().game.planets_least
    if not least <= len(planets) <= MOST:
        yield _wrong_size(planets)
    for one in planets:
        for word, rule in (
            (one.name, "IT-MAP-01"),
            (one.kind, "IT-MAP-02"),
            (one.export, "IT-MAP-04"),
        ):
            if not NAME.fullmatch(word) or hides(word):
                yield Refusal(
                    f"{word[:40]!r} is no name: letters, digits and blanks, at most 40.", rule
                )
    for name in _twice(one.name for one in planets):
        yield Refusal(f"Two planets bear the same name, {name}.", "IT-MAP-01")
    for export in _twice(one.export for one in planets):
        yield Refusal(
            f"Two planets have the same export, {export}: no order could tell them apart.",
            "IT-MAP-04",
        )
    yield from _unreadable(planets, "name", "IT-MAP-01")
    yield from _unreadable(planets, "export", "IT-MAP-04")
    if not any(one.kind in tables().game.ports for one in planets):
        yield Refusal("At least one planet must be a Civilized, Forge or Hive World.", "IT-MAP-03")


def _unreadable(planets: tuple[Planet, ...], what: str, rule: str) -> Iterator[Refusal]:
    """Names that an order could not name, or by which a number beside another name would be read as
    a part of the name.
    """
    own = [name for one in planets if NAME.fullmatch(name := getattr(one, what))]
    names = Names(what, {name: name for name in own})

    def read(text: str) -> str:
        try:
            return str(names.read(text))
        except Refusal:
            return ""

    for name in own:
        words = words_of(name)
        if JOINING & set(words) or read(" ".join(words)) != name:
            yield Refusal(
                f"No order could name {name[:40]}: it is read as something else, or as several "
                "words of an order.",
                rule,
            )
        elif other := next(
            (found for n in range(1, 10) if (found := read(f"{' '.join(words)} {n}"))), ""
        ):
            yield Refusal(
                f"Orders could not tell {name[:40]} with a number from {other[:40]}.", rule
            )


def _twice(words: Iterable[str]) -> list[str]:
    return [word for word, count in Counter(word.casefold() for word in words).items() if count > 1]


def _wrong_lanes(plain: _Said) -> Iterator[Refusal]:
    """Lanes of an allowed length (IT-MAP-06), at most one between two planets, every planet in
    reach of every other (IT-MAP-05).
    """
    planets = _planets(plain)
    names = {one.name.casefold(): one.name for one in planets}
    lanes: list[Lane] = []
    for lane in plain.lanes:
        ends = [names.get(_end(lane, which), "") for which in (0, 1)]
        if lane.spaces not in tables().game.lane_spaces:
            *less, most = tables().game.lane_spaces
            yield Refusal(
                f"A lane has {', '.join(map(str, less))} or {count(most, 'space')}; that of "
                f"{' and '.join(lane.between)[:60]} has {lane.spaces}.",
                "IT-MAP-06",
            )
        if not all(ends) or ends[0] == ends[1]:
            yield Refusal(
                f"A lane joins two planets of the chart, not {' and '.join(lane.between)[:60]}.",
                "IT-MAP-05",
            )
            continue
        if any({one.a, one.b} == set(ends) for one in lanes):
            yield Refusal(f"{ends[0]} and {ends[1]} are joined twice.", "IT-MAP-05")
        lanes.append(Lane(ends[0], ends[1], lane.spaces))
    reached = set(lane_counts(tuple(lanes), planets[0].name)) if planets else set()
    for name in (one.name for one in planets if one.name not in reached):
        yield Refusal(f"No lanes lead from {planets[0].name} to {name}.", "IT-MAP-05")


def _wrong_orders(plain: _Said) -> Iterator[Refusal]:
    """Each an export and another planet, and each in the chart once only (IT-ORD-01)."""
    bare = Chart(plain.name, _planets(plain), (), ())
    named: list[str] = []
    for text in plain.orders:
        try:
            named.append(order_named(bare, text))
        except Refusal as refusal:
            yield refusal
    for order in _twice(named):
        yield Refusal(
            f"Each buy order is in the chart once only; {order} is there more often.", "IT-ORD-01"
        )


def remarks(chart: Chart) -> list[str]:
    """What is not recommended, though allowed (IT-MAP-01)."""
    low, high = tables().game.planets_recommended
    n = len(chart.planets)
    return (
        [] if low <= n <= high else [f"The chart has {n} planets; {low} to {high} are recommended."]
    )


# --- what is read off a chart ---------------------------------------------------------------------


@lru_cache(maxsize=64)
def worlds(chart: Chart) -> tuple[Planet, ...]:
    """All planets that can come into play: the chart's, and its frontier worlds."""
    if not chart.frontier:
        return chart.planets
    return chart.planets + tuple(
        Planet(one.name, one.kind, one.export) for one in tables().frontier
    )


@lru_cache(maxsize=64)
def _by_name(chart: Chart) -> dict[str, Planet]:
    return {one.name: one for one in worlds(chart)}


def world(chart: Chart, name: str) -> Planet:
    """The planet of that name."""
    return _by_name(chart)[name]


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
