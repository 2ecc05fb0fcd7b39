"""Where things stand in the picture of a chart: each world's name, and the places round it for
ships and counters.

Worked out once a chart from its worlds and lines alone, so that a club's own chart is drawn as well
as the house's. Lengths are in the picture's units: 1000 to the chart's width.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, pi, sin

DISC = 21.0
NAME_SIZE = 24.0
SLOT_DISTANCE = 43.0
SLOT_RADIUS = 17.0

Point = tuple[float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class World:
    """A world as the chart draws it; `x` and `y` are its centre."""

    number: int
    name: str
    arm: int
    x: float
    y: float
    star: bool = False
    shipyard: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A jumpline between two worlds, by number."""

    a: int
    b: int
    colour: str


@dataclass(frozen=True, slots=True)
class Place:
    """A world's name box (left, top, right, bottom) and the free places round it, best first."""

    name: Box
    slots: tuple[Point, ...]


def name_width(name: str) -> float:
    """An upper bound of a name's width, in DejaVu Sans Bold at the size of names."""
    narrow = sum(character in "iljt.'I -" for character in name)
    return (len(name) - narrow) * NAME_SIZE * 0.69 + narrow * NAME_SIZE * 0.40


def places(worlds: tuple[World, ...], lines: tuple[Line, ...], frame: Box) -> dict[int, Place]:
    """The place of every world's name and of what stands by it."""
    dots = _dots(worlds, lines)
    names = _names(worlds, dots, frame)
    return {
        world.number: Place(names[world.number], _slots(world, worlds, dots, names, frame))
        for world in worlds
    }


def _dots(worlds: tuple[World, ...], lines: tuple[Line, ...]) -> list[Point]:
    """Points along all lines, a dozen units apart: what a name should not cover."""
    at = {world.number: (world.x, world.y) for world in worlds}
    found: list[Point] = []
    for line in lines:
        (ax, ay), (bx, by) = at[line.a], at[line.b]
        steps = max(1, int(hypot(bx - ax, by - ay) / 12))
        found += [
            (ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps)
            for step in range(steps + 1)
        ]
    return found


def _names(worlds: tuple[World, ...], dots: list[Point], frame: Box) -> dict[int, Box]:
    """Each name's box: the cheapest of sixteen places round its world, looked at again when its
    neighbours have theirs.
    """
    choices = {
        world.number: [
            (box, _standing_cost(box, world, worlds, dots, frame)) for box in _boxes(world)
        ]
        for world in worlds
    }
    chosen: dict[int, Box] = {}
    for _ in range(3):
        for world in worlds:
            others = [box for number, box in chosen.items() if number != world.number]
            chosen[world.number] = min(
                choices[world.number],
                key=lambda pair: pair[1] + sum(_shared(pair[0], box) for box in others),
            )[0]
    return chosen


def _boxes(world: World) -> list[Box]:
    width, height = name_width(world.name), NAME_SIZE
    found = []
    for step in range(16):
        angle = step * pi / 8
        reach = DISC + (9 if world.star else 5)
        x = world.x + cos(angle) * (reach + width / 2)
        y = world.y + sin(angle) * (reach + height / 2)
        found.append((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
    return found


def _standing_cost(
    box: Box, world: World, worlds: tuple[World, ...], dots: list[Point], frame: Box
) -> float:
    left, top, right, bottom = box
    covered = sum(left - 3 < x < right + 3 and top - 2 < y < bottom + 2 for x, y in dots)
    discs = sum(
        _shared(box, (w.x - DISC - 3, w.y - DISC - 3, w.x + DISC + 3, w.y + DISC + 3))
        for w in worlds
    )
    outside = (
        max(0.0, frame[0] + 4 - left)
        + max(0.0, right - frame[2] + 4)
        + max(0.0, frame[1] + 4 - top)
        + max(0.0, bottom - frame[3] + 4)
    )
    strays = sum(max(0.0, 16 - _gap(box, (w.x, w.y))) for w in worlds if w is not world)
    return covered * 60 + discs + outside * 500 + strays * 12 + _gap(box, (world.x, world.y)) * 4


def _gap(box: Box, centre: Point) -> float:
    """How far a box stands from a disc; 0 when it touches."""
    aside = max(box[0] - centre[0], 0.0, centre[0] - box[2])
    above = max(box[1] - centre[1], 0.0, centre[1] - box[3])
    return max(0.0, hypot(aside, above) - DISC)


def _shared(one: Box, other: Box) -> float:
    """The area that two boxes share, ten times over: no name lies on another where that can be
    helped.
    """
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width * height * 10 if width > 0 and height > 0 else 0.0


def _slots(
    world: World, worlds: tuple[World, ...], dots: list[Point], names: dict[int, Box], frame: Box
) -> tuple[Point, ...]:
    """Eight places round a world, those that cover least first."""
    near = [
        dot
        for dot in dots
        if hypot(dot[0] - world.x, dot[1] - world.y) < SLOT_DISTANCE + SLOT_RADIUS
    ]
    around = [
        (
            world.x + SLOT_DISTANCE * cos(step * pi / 4 - pi / 2),
            world.y + SLOT_DISTANCE * sin(step * pi / 4 - pi / 2),
        )
        for step in range(8)
    ]

    def cost(point: Point) -> float:
        x, y = point
        box = (x - SLOT_RADIUS, y - SLOT_RADIUS, x + SLOT_RADIUS, y + SLOT_RADIUS)
        lines = sum(hypot(dx - x, dy - y) < SLOT_RADIUS for dx, dy in near)
        hidden = sum(_shared(box, name) for name in names.values())
        crowd = sum(
            max(0.0, SLOT_RADIUS + DISC - hypot(w.x - x, w.y - y)) for w in worlds if w is not world
        )
        outside = x < frame[0] + 18 or x > frame[2] - 18 or y < frame[1] + 18 or y > frame[3] - 18
        return lines * 40 + hidden + crowd * 50 + outside * 1e6

    return tuple(sorted(around, key=cost))
