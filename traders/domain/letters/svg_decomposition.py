"""A drawing taken apart into its elements, so that one which has been drawn before need not be
drawn again.

Where an element may draw is reckoned generously from its numbers; one whose reach is not known may
draw everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, floor, hypot
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring

XMLNS = ' xmlns="http://www.w3.org/2000/svg"'
WIDEST = 0.8
"""A letter's width at most, beside the size of its font: what is wider is drawn over few pixels."""
EDGE = 3.0
"""Room for smoothed edges around an element, beside its stroke."""
NOT_DRAWN = frozenset({"title", "desc"})
OF_THE_WHOLE = frozenset({"defs", "style"})
"""What elements refer to: a drawing that has them stays whole."""
MOVES_OR_BLENDS = frozenset({"transform", "opacity", "filter", "clip-path", "mask"})
"""A group with one of them stays whole."""
REACHES_OUT = frozenset({"filter", "marker-end", "marker-start"})
_MOVED = re.compile(
    r"(?:translate\((?P<x>-?[\d.]+)[ ,](?P<y>-?[\d.]+)\))?\s*(?:scale\((?P<scale>[\d.]+)\))?"
)
"""How what is drawn may be moved and its reach still be known."""
_TAG = re.compile(
    r'<(?P<closes>/?)(?P<name>[a-zA-Z]+)(?P<told>(?:\s+[\w:-]+="[^"]*")*)\s*(?P<alone>/?)>'
)
_ATTRIBUTE = re.compile(r'\s([\w:-]+)="([^"]*)"')
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_STEP = re.compile(r"([MLHVCSQTAZ])([^MLHVCSQTAZ]*)", re.IGNORECASE)
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}
"""The numbers that a step of a path takes. Bends that mirror the one before are not among them:
they may reach farther than their numbers say.
"""


class Box(NamedTuple):
    """A rectangle in the drawing's own units."""

    left: float
    top: float
    right: float
    bottom: float


EVERYWHERE = Box(-1e9, -1e9, 1e9, 1e9)


class Canvas(NamedTuple):
    """What all elements are drawn on: its corner and the units a pixel, its size in pixels, and
    the attributes that its elements inherit, as they are written.
    """

    left: float
    top: float
    unit: float
    width: int
    height: int
    inherited: str

    def pixels(self, box: Box | None) -> tuple[int, int, int, int]:
        """The pixels that a box of the drawing touches: left, top, right, bottom; of all of it for
        None.
        """
        if box is None:
            return 0, 0, self.width, self.height
        return (
            max(0, floor((box.left - self.left) / self.unit)),
            max(0, floor((box.top - self.top) / self.unit)),
            min(self.width, ceil((box.right - self.left) / self.unit)),
            min(self.height, ceil((box.bottom - self.top) / self.unit)),
        )


class Drawing(NamedTuple):
    """A canvas, and what is drawn on it from the lowest up, each element within the groups that
    hold it. All that lies below the first word is the first one, seldom anything but the board.
    """

    canvas: Canvas
    elements: tuple[str, ...]


def taken_apart(svg: str, width: int) -> Drawing:
    """A document that becomes a picture of that width. `ValueError` where it is none, or has no
    `viewBox`.
    """
    left, top, right, bottom = view_box(svg)
    told = _attributes(_TAG.search(svg))
    unit, high = (right - left) / width, bottom - top
    inherited = "".join(
        f' {name}="{value}"' for name, value in told.items() if name not in _OF_THE_ROOT
    )
    return Drawing(Canvas(left, top, unit, width, ceil(high / unit), inherited), _parts(svg))


@lru_cache(maxsize=4)
def _parts(svg: str) -> tuple[str, ...]:
    """A document's elements, for all its widths and parts that are shown."""
    tags = [*_TAG.finditer(svg)]
    if any(tag["name"] in OF_THE_WHOLE for tag in tags):
        return (svg[tags[0].end() : svg.rindex("<")],)
    elements = [*_elements(svg, tags[1:-1])]
    words = (place for place, element in enumerate(elements) if "<text" in element)
    first = next(words, len(elements))
    return ("".join(elements[:first]), *elements[first:])


def view_box(svg: str) -> Box:
    """What a drawing shows, in its own units. `ValueError` where it is none, or does not say."""
    root = _TAG.search(svg)
    told = _attributes(root) if root and root["name"] == "svg" else {}
    try:
        left, top, wide, high = (float(part) for part in told["viewBox"].split())
    except (KeyError, ValueError) as error:
        raise ValueError(f"no drawing: {error}") from None
    return Box(left, top, left + wide, top + high)


def reach(written: str) -> Box:
    """Where elements may draw, their strokes and edges included."""
    try:
        drawn = _within(fromstring(f"<g>{written}</g>"), {})  # noqa: S314 - our own drawing
    except SyntaxError:
        return EVERYWHERE
    return Box(drawn.left - EDGE, drawn.top - EDGE, drawn.right + EDGE, drawn.bottom + EDGE)


def _within(element: Element, told: dict[str, str]) -> Box:
    """Where an element may draw, in the units of what holds it. `told`: what it inherits."""
    own = element.attrib
    moved = _MOVED.fullmatch(own.get("transform", ""))
    if moved is None or REACHES_OUT & own.keys():
        return EVERYWHERE
    told = {**told, **own}
    if element.tag == "g":
        drawn = [_within(one, told) for one in element if one.tag not in NOT_DRAWN]
    else:
        points = _points(element, element.tag, told)
        if points is None:
            return EVERYWHERE
        room = _number(told, "stroke-width", 1.0)
        drawn = [Box(x - room, y - room, x + room, y + room) for x, y in points]
    if EVERYWHERE in drawn or not drawn:
        return EVERYWHERE
    x, y, scale = (float(moved[n] or n == "scale") for n in ("x", "y", "scale"))
    left, top, right, bottom = zip(*drawn, strict=True)
    return Box(
        x + scale * min(left), y + scale * min(top), x + scale * max(right), y + scale * max(bottom)
    )


_OF_THE_ROOT = frozenset({"xmlns", "viewBox", "width", "height", "role", "aria-labelledby"})


def _elements(svg: str, tags: Sequence[re.Match[str]]) -> Iterator[str]:
    """What lies between these tags, as it is written, each within the groups that hold it."""
    groups: list[str] = []
    begun, depth = 0, 0  # of an element that is under way: where, and how deep within it
    for tag in tags:
        closes, alone, name = bool(tag["closes"]), bool(tag["alone"]), tag["name"]
        if not depth:
            if closes:
                groups.pop()
                continue
            if name == "g" and not MOVES_OR_BLENDS & _attributes(tag).keys():
                groups.append(tag[0])
                continue
            begun = tag.start()
        depth += -1 if closes else 0 if alone else 1
        if not depth and name not in NOT_DRAWN:
            yield f"{''.join(groups)}{svg[begun : tag.end()]}{'</g>' * len(groups)}"


def _points(element: Element, name: str, told: dict[str, str]) -> list[tuple[float, float]] | None:
    """Points around what is drawn; None where they are not known."""
    own = element.attrib
    match name:
        case "line":
            return [
                (_number(own, "x1"), _number(own, "y1")),
                (_number(own, "x2"), _number(own, "y2")),
            ]
        case "rect":
            x, y = _number(own, "x"), _number(own, "y")
            return [(x, y), (x + _number(own, "width"), y + _number(own, "height"))]
        case "circle" | "ellipse":
            x, y, r = _number(own, "cx"), _number(own, "cy"), _number(own, "r")
            wide, high = _number(own, "rx", r), _number(own, "ry", r)
            return [(x - wide, y - high), (x + wide, y + high)]
        case "polygon" | "polyline":
            numbers = [float(one) for one in _NUMBER.findall(own.get("points", ""))]
            return list(zip(numbers[::2], numbers[1::2], strict=True)) or None
        case "path":
            return _path(own.get("d", ""))
        case "text":
            size = _number(told, "font-size", 16.0)
            length = max(
                size * WIDEST * len("".join(element.itertext())), _number(own, "textLength")
            )
            x, y = _number(own, "x"), _number(own, "y")
            return [(x - length, y - 1.2 * size), (x + length, y + 0.5 * size)]
    return None


def _path(written: str) -> list[tuple[float, float]] | None:
    """The points that a path goes through or bends towards; None where they are not known."""
    x = y = begun_x = begun_y = 0.0
    points: list[tuple[float, float]] = []
    for letter, rest in _STEP.findall(written):
        kind, numbers = letter.upper(), [float(one) for one in _NUMBER.findall(rest)]
        takes, base = _TAKES.get(kind), letter.islower()
        if takes is None:
            return None
        if kind == "Z":
            x, y = begun_x, begun_y
        if takes and len(numbers) % takes:
            return None
        for place in range(0, len(numbers), takes or 1):
            part = numbers[place : place + takes]
            bends = 0.0
            if kind == "A":
                *(across, down, _, _, _), ends_x, ends_y = part
                bends = _bends(across, down, ends_x - x * (not base), ends_y - y * (not base))
                part = [ends_x, ends_y]
            if kind in "HV":
                part = [part[0], 0 if base else y] if kind == "H" else [0 if base else x, part[0]]
            ends = [
                (px + x * base, py + y * base) for px, py in zip(part[::2], part[1::2], strict=True)
            ]
            x, y = ends[-1]
            points += [*ends, (x - bends, y - bends), (x + bends, y + bends)]
            if kind == "M" and not place:
                begun_x, begun_y = x, y
    return points or None


def _bends(across: float, down: float, x: float, y: float) -> float:
    """How far from where it ends an arc may lie, of an ellipse with these radii: both grow where
    they are too short to reach from its begin, so far away.
    """
    short, long = sorted((abs(across), abs(down)))
    return 2 * long * max(1.0, hypot(x, y) / 2 / short) if short else hypot(x, y)


def _number(told: dict[str, str], name: str, otherwise: float = 0.0) -> float:
    found = _NUMBER.match(told.get(name, ""))
    return float(found[0]) if found else otherwise


def _attributes(tag: re.Match[str] | None) -> dict[str, str]:
    """A tag's attributes, as they are written."""
    return dict(_ATTRIBUTE.findall(tag["told"])) if tag else {}
