"""A drawing cut into tiles: each is the part of the document that can touch it, so that a tile in
which nothing has changed need not be drawn again.

Where an element may draw is reckoned generously from its numbers; one whose reach is not known
belongs to every tile.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from math import ceil
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring, tostring

XMLNS = ' xmlns="http://www.w3.org/2000/svg"'
SIDE = 140
"""Pixels of a tile's side."""
WIDEST = 0.8
"""A letter's width at most, beside the size of its font: what is wider is drawn over few pixels."""
EDGE = 3.0
"""Room for smoothed edges around an element, beside its stroke."""
NOT_DRAWN = frozenset({"title", "desc"})
SHARED = frozenset({"defs", "style"})
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_STEP = re.compile(r"([MLHVCSQTAZ])([^MLHVCSQTAZ]*)", re.IGNORECASE)
_TAKES = {"M": 2, "L": 2, "T": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7, "Z": 0}


class Box(NamedTuple):
    """A rectangle in the drawing's own units."""

    left: float
    top: float
    right: float
    bottom: float

    def touches(self, other: Box) -> bool:
        """Whether the two have a point in common."""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.top <= other.bottom
            and other.top <= self.bottom
        )


EVERYWHERE = Box(-1e9, -1e9, 1e9, 1e9)


class Piece(NamedTuple):
    """One element as it is written, within the groups that hold it, and where it may draw."""

    text: str
    box: Box


class Part(NamedTuple):
    """A part of the picture: its place in pixels, left, top, right and bottom, and the document
    that draws it.
    """

    place: tuple[int, int, int, int]
    svg: str


class Cut(NamedTuple):
    """A drawing as a whole and in tiles."""

    whole: Part
    tiles: tuple[Part, ...]


def cut(svg: str, width: int) -> Cut:
    """A document as tiles of a picture of that width. `ValueError` where it is none, or has no
    `viewBox`.
    """
    try:
        root = fromstring(svg.replace(XMLNS, "", 1))  # noqa: S314 - our own drawing
        left, top, wide, high = (float(part) for part in root.attrib["viewBox"].split())
    except (SyntaxError, KeyError) as error:
        raise ValueError(f"no drawing: {error}") from None
    unit = wide / width
    height = ceil(high / unit)
    shared, pieces = "", list[Piece]()
    for child in root:
        if child.tag in SHARED:
            shared += _written(child)
        else:
            pieces += _pieces(child, root.attrib, "", "")

    def part(across: int, down: int, wide: int, high: int) -> Part:
        box = Box(left + across * unit, top + down * unit, wide * unit, high * unit)
        view = " ".join(f"{number:.4f}" for number in box)
        box = Box(box.left, box.top, box.left + box.right, box.top + box.bottom)
        drawn = "".join(piece.text for piece in pieces if piece.box.touches(box))
        size = {"viewBox": view, "width": str(wide), "height": str(high)}
        text = f"{_head(f'svg{XMLNS}', root.attrib | size)}{shared}{drawn}</svg>"
        return Part((across, down, across + wide, down + high), text)

    corners = product(range(0, width, SIDE), range(0, height, SIDE))
    tiles = tuple(part(across, down, SIDE, SIDE) for across, down in corners)
    return Cut(part(0, 0, width, height), tiles)


def _pieces(element: Element, around: dict[str, str], before: str, after: str) -> Iterator[Piece]:
    """The pieces of an element: itself, or those of a group's members, each in such a group."""
    name, told = element.tag, {**around, **element.attrib}
    if name in NOT_DRAWN:
        return
    if name == "g" and "transform" not in element.attrib:
        for child in element:
            yield from _pieces(child, told, before + _head("g", element.attrib), "</g>" + after)
    else:
        yield Piece(f"{before}{_written(element)}{after}", _reach(element, name, told))


def _reach(element: Element, name: str, told: dict[str, str]) -> Box:
    """Where the element may draw, its stroke and edges included."""
    if any(word in told for word in ("transform", "filter", "marker-end", "marker-start")):
        return EVERYWHERE
    points = _points(element, name, told)
    if points is None:
        return EVERYWHERE
    room = EDGE + _number(told, "stroke-width", 1.0)
    across, down = [x for x, _ in points], [y for _, y in points]
    return Box(min(across) - room, min(down) - room, max(across) + room, max(down) + room)


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
    """The points that a path goes through or bends towards."""
    x = y = begun_x = begun_y = 0.0
    points: list[tuple[float, float]] = []
    for letter, rest in _STEP.findall(written):
        kind, numbers = letter.upper(), [float(one) for one in _NUMBER.findall(rest)]
        takes = _TAKES[kind]
        base = letter.islower()
        if kind == "Z":
            x, y = begun_x, begun_y
        if takes and len(numbers) % takes:
            return None
        for place in range(0, len(numbers), takes or 1):
            part = numbers[place : place + takes]
            if kind == "A":
                reach = 2 * max(part[0], part[1])
                points += [(x - reach, y - reach), (x + reach, y + reach)]
                part = part[5:]
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


def _head(name: str, told: dict[str, str]) -> str:
    return tostring(Element(name, told), encoding="unicode").removesuffix(" />") + ">"


def _written(element: Element) -> str:
    element.tail = None
    return tostring(element, encoding="unicode")
