"""A drawing taken apart into its elements, so that one which has been drawn before need not be
drawn again.

Where an element may draw is reckoned generously from its numbers; one whose reach is not known may
draw everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import ceil, floor
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
REACHES_OUT = frozenset({"transform", "filter", "marker-end", "marker-start"})
_TAG = re.compile(
    r'<(?P<closes>/?)(?P<name>[a-zA-Z]+)(?P<told>(?:\s+[\w:-]+="[^"]*")*)\s*(?P<alone>/?)>'
)
_ATTRIBUTE = re.compile(r'\s([\w:-]+)="([^"]*)"')
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_STEP = re.compile(r"([MLHVCSQTAZ])([^MLHVCSQTAZ]*)", re.IGNORECASE)
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0}
"""The numbers that a step of a path takes. Arcs are not among them, nor bends that mirror the one
before: they may reach farther than their numbers say.
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
    tags = [*_TAG.finditer(svg)]
    told = _attributes(tags[0]) if tags and tags[0]["name"] == "svg" else {}
    left, top, right, bottom = view_box(svg)
    unit, high = (right - left) / width, bottom - top
    inherited = "".join(
        f' {name}="{value}"' for name, value in told.items() if name not in _OF_THE_ROOT
    )
    canvas = Canvas(left, top, unit, width, ceil(high / unit), inherited)
    if any(tag["name"] in OF_THE_WHOLE for tag in tags):
        return Drawing(canvas, (svg[tags[0].end() : svg.rindex("<")],))
    elements = [*_elements(svg, tags[1:-1])]
    words = (place for place, element in enumerate(elements) if "<text" in element)
    first = next(words, len(elements))
    return Drawing(canvas, ("".join(elements[:first]), *elements[first:]))


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
    """Where an element may draw, its stroke and edges included."""
    try:
        element = fromstring(written)  # noqa: S314 - our own drawing
    except SyntaxError:
        return EVERYWHERE  # several elements that are drawn together
    told = element.attrib
    while element.tag == "g" and not MOVES_OR_BLENDS & told.keys():
        element = element[0]
        told = {**told, **element.attrib}
    points = None if REACHES_OUT & told.keys() else _points(element, element.tag, told)
    if points is None:
        return EVERYWHERE
    room = EDGE + _number(told, "stroke-width", 1.0)
    across, down = [x for x, _ in points], [y for _, y in points]
    return Box(min(across) - room, min(down) - room, max(across) + room, max(down) + room)


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
            if kind in "HV":
                part = [part[0], 0 if base else y] if kind == "H" else [0 if base else x, part[0]]
            ends = [
                (px + x * base, py + y * base) for px, py in zip(part[::2], part[1::2], strict=True)
            ]
            points += ends
            x, y = ends[-1]
            if kind == "M" and not place:
                begun_x, begun_y = x, y
    return points or None


def _number(told: dict[str, str], name: str, otherwise: float = 0.0) -> float:
    found = _NUMBER.match(told.get(name, ""))
    return float(found[0]) if found else otherwise


def _attributes(tag: re.Match[str]) -> dict[str, str]:
    """A tag's attributes, as they are written."""
    return dict(_ATTRIBUTE.findall(tag["told"]))
