"""The fixed part of the picture: sky, arms, lines, worlds and their names, drawn once a chart."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin

from traders.engines.star_traders.board.svg import layout as places
from traders.engines.star_traders.board.svg.layout import (
    DISC,
    NAME_SIZE,
    Box,
    Line,
    Place,
    Point,
    World,
)
from traders.engines.star_traders.board.svg.svg_symbols import NIGHT, text
from traders.engines.star_traders.board.svg.svg_symbols import drawn as shape

LINES = {  # colour: (stroke, width, dashes, cap)
    "orange": ("#ff9d2e", 5.4, "", "butt"),
    "red": ("#ff4f4a", 5.4, "18 3", "butt"),
    "violet": ("#c07cff", 4.4, "13 6", "butt"),
    "blue": ("#4aa8ff", 4.2, "7 6", "butt"),
    "green": ("#3fd97c", 4.6, "1 8", "round"),
}
SKY = "#0b1030"
_MIST = ((210, 0.10), (165, 0.12), (122, 0.14), (82, 0.14), (46, 0.14))
_CORE = ((190, 0.05), (150, 0.06), (112, 0.07), (76, 0.08))


class Sky:
    """A chart drawn: `svg` is the fixed part beneath the pieces, `names` what lies over their
    rings, `frame` the part of the plane that it takes, `places` where names and counters stand.
    """

    __slots__ = ("at", "frame", "names", "places", "svg")

    def __init__(self, worlds: tuple[World, ...], lines: tuple[Line, ...]) -> None:
        self.at = {world.number: (world.x, world.y) for world in worlds}
        self.frame = _frame(worlds)
        self.places: dict[int, Place] = places.places(worlds, lines, self.frame)
        self.svg = _drawn(worlds, lines, self.frame)
        self.names = "".join(_name(world, self.places[world.number].name) for world in worlds)


@lru_cache(maxsize=16)
def sky(worlds: tuple[World, ...], lines: tuple[Line, ...]) -> Sky:
    """The fixed part for a chart, drawn when first asked for."""
    return Sky(worlds, lines)


def _frame(worlds: tuple[World, ...]) -> Box:
    """The chart's bounds with a margin in which names and ships find room."""
    xs, ys = [world.x for world in worlds], [world.y for world in worlds]
    return (min(xs) - 62, min(ys) - 62, max(xs) + 62, max(ys) + 62)


def _drawn(worlds: tuple[World, ...], lines: tuple[Line, ...], frame: Box) -> str:
    at = {world.number: (world.x, world.y) for world in worlds}
    return "".join(
        [
            _arms(worlds, frame),
            *(
                _line(at[line.a], at[line.b], line.colour)
                for line in sorted(lines, key=lambda line: list(LINES)[::-1].index(line.colour))
            ),
            *(_world(world) for world in worlds),
        ]
    )


def _arms(worlds: tuple[World, ...], frame: Box) -> str:
    """Mist along each arm from the hub outwards, and stars: the same ones every time. Flat tints,
    no gradients: they keep the letter's picture small and quick to make.
    """
    middle = next(((world.x, world.y) for world in worlds if world.number == 66), (500.0, 500.0))
    ways = [
        _curve(
            [middle, *((w.x, w.y) for w in sorted(worlds, key=lambda w: -w.number) if w.arm == arm)]
        )
        for arm in range(1, 6)
    ]
    path = " ".join(ways)
    round_ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    drawn = [
        shape(
            "path",
            d=path,
            fill="none",
            stroke="#5a6cc8",
            stroke_opacity=str(opacity),
            stroke_width=width,
            **round_ends,
        )
        for width, opacity in _MIST
    ]
    drawn += [
        f'<circle cx="{middle[0]:.0f}" cy="{middle[1]:.0f}" r="{radius}" fill="#ffdf9e" '
        f'fill-opacity="{opacity}"/>'
        for radius, opacity in _CORE
    ]
    for size, opacity in ((1.6, 0.55), (2.4, 0.5), (3.2, 0.6)):
        dots = " ".join(f"M{x:.0f} {y:.0f}h0" for x, y in _scattered(frame, size))
        drawn.append(
            f'<path d="{dots}" stroke="#fff" stroke-opacity="{opacity}" stroke-width="{size}" '
            'stroke-linecap="round"/>'
        )
    return "".join(drawn)


def _scattered(frame: Box, size: float) -> list[Point]:
    """Points strewn over the frame without a pattern that the eye would find; fewer of the large
    ones.
    """
    count, turn = int(170 / size**2) + 14, size * size
    strewn = [
        (
            (sin(turn * 12.9898 * (n + 1)) * 43758.5453) % 1,
            (sin(turn * 78.233 * (n + 1)) * 12543.123) % 1,
        )
        for n in range(count)
    ]
    return [
        (frame[0] + across * (frame[2] - frame[0]), frame[1] + down * (frame[3] - frame[1]))
        for across, down in strewn
    ]


def _curve(points: list[Point]) -> str:
    """A smooth way through the points."""
    bends = [f"M{points[0][0]:.0f} {points[0][1]:.0f}"]
    for here, (start, end) in enumerate(pairwise(points)):
        before, after = points[max(0, here - 1)], points[min(len(points) - 1, here + 2)]
        one = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        two = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        bends.append(
            f"C{one[0]:.0f} {one[1]:.0f} {two[0]:.0f} {two[1]:.0f} {end[0]:.0f} {end[1]:.0f}"
        )
    return " ".join(bends)


def _line(start: Point, end: Point, colour: str) -> str:
    stroke, width, dashes, cap = LINES[colour]
    path = f'x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<line {path} stroke="{NIGHT}" stroke-opacity=".65" stroke-width="{width + 3.6:g}"/>'
        f'<line {path} stroke="{stroke}" stroke-width="{width:g}" stroke-linecap="{cap}"{dash}/>'
    )


def _world(world: World) -> str:
    drawn = ""
    if world.star:
        points = []
        for corner in range(12):
            reach = DISC + 10 if corner % 2 == 0 else DISC - 1
            angle = corner * pi / 6
            points.append(f"{world.x + reach * sin(angle):.1f},{world.y - reach * cos(angle):.1f}")
        drawn += (
            f'<polygon points="{" ".join(points)}" fill="#ffd35a" stroke="{NIGHT}" '
            'stroke-width="1.4"/>'
        )
    ring: dict[str, str | float] = (
        {"stroke": "#ffcf3f", "stroke_width": 4}
        if world.shipyard
        else {"stroke": "#2a3160", "stroke_width": 2.4}
    )
    drawn += shape("circle", cx=world.x, cy=world.y, r=DISC, fill="#fffdf5", **ring)
    drawn += text(
        world.x, world.y + 8.6, str(world.number), 24, "#141a3a", anchor="middle", bold=True
    )
    if world.shipyard:
        drawn += _gear(world.x + DISC * 0.78, world.y - DISC * 0.78)
    return drawn


def _gear(x: float, y: float) -> str:
    """A small toothed wheel: a shipyard stands here."""
    tips = [(x + 10.5 * cos(turn * pi / 3), y + 10.5 * sin(turn * pi / 3)) for turn in range(6)]
    teeth = "".join(shape("line", x1=x, y1=y, x2=tip_x, y2=tip_y) for tip_x, tip_y in tips)
    return (
        f'<g stroke="{NIGHT}" stroke-width="8">{teeth}</g><g stroke="#ffcf3f" '
        f'stroke-width="5">{teeth}</g>'
        + shape("circle", cx=x, cy=y, r=7, fill="#ffcf3f", stroke=NIGHT, stroke_width=1)
        + shape("circle", cx=x, cy=y, r=2.8, fill=NIGHT)
    )


def _name(world: World, box: Box) -> str:
    x, y = (box[0] + box[2]) / 2, box[3] - NAME_SIZE * 0.22
    dark = text(x, y, world.name, NAME_SIZE, "none", anchor="middle", bold=True)
    edge = f' stroke="{NIGHT}" stroke-width="6" stroke-linejoin="round"'
    return dark.replace(' fill="none"', f' fill="none"{edge}') + text(
        x, y, world.name, NAME_SIZE, anchor="middle", bold=True
    )
