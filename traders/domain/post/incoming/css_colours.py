"""Colours as style sheets name them, and how well ink is told from its ground. Pure."""

from __future__ import annotations

import colorsys
import re
from functools import cache
from importlib import import_module
from typing import Any

Colour = tuple[float, float, float]
"""Red, green and blue, each from 0 to 1."""

BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)
SEEN = 1.25
"""Contrast (WCAG 2) from which ink is told from its ground: 1 is the same colour, 21 black on
white.
"""
_PAPER = frozenset((
    "buttonface", "buttonhighlight", "canvas", "field", "highlighttext", "infobackground", "mark",
    "menu", "selecteditemtext", "threedface", "threedhighlight", "threedlightshadow", "window",
))  # fmt: skip
"""Colours of the reader's system that are paper, or as light."""
_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$")
_CALLED = re.compile(r"(rgb|hsl)a?\(([^()]*)\)$")
_NUMBER = re.compile(r"(-?(?:\d+(?:\.\d*)?|\.\d+))(%|deg|turn|grad|rad)?$")
_TURNS = {"turn": 1.0, "grad": 1 / 400, "rad": 1 / 6.283185307179586}


def read(text: str) -> tuple[Colour, float] | None:
    """A colour and how opaque it is, from 0 to 1; None for one that cannot be read, such as
    `windowtext`. `text` is in lower case.
    """
    if text == "transparent":
        return BLACK, 0.0
    if text in _PAPER:
        return WHITE, 1.0
    if found := _HEX.match(text):
        digits = found[1] if len(found[1]) > 4 else "".join(digit * 2 for digit in found[1])
        parts = [int(digits[at : at + 2], 16) / 255 for at in range(0, len(digits), 2)]
        return (parts[0], parts[1], parts[2]), (parts[3] if len(parts) > 3 else 1.0)
    if found := _CALLED.match(text):
        return _called(found[1], found[2])
    named = _named()
    if text not in named.colormap:
        return None
    red, green, blue = (part / 255 for part in named.getrgb(text)[:3])
    return (red, green, blue), 1.0


@cache
def _named() -> Any:
    """Colours by name; loaded with the first, since a library of pictures comes with them."""
    return import_module("PIL.ImageColor")


def _called(name: str, arguments: str) -> tuple[Colour, float] | None:
    parts = [_NUMBER.match(part) for part in re.split(r"[\s,/]+", arguments.strip())]
    if not 3 <= len(parts) <= 4 or not all(parts):
        return None
    numbers = [(float(part[1]), part[2] or "") for part in parts if part]
    alpha = _share(*numbers[3], whole=1) if len(numbers) > 3 else 1.0
    if name == "rgb":
        red, green, blue = (_share(*number, whole=255) for number in numbers[:3])
        return (red, green, blue), alpha
    turn, unit = numbers[0]
    hue = turn * _TURNS.get(unit, 1 / 360) % 1
    saturation, lightness = (_share(number, "%", whole=100) for number, _ in numbers[1:3])
    return colorsys.hls_to_rgb(hue, lightness, saturation), alpha


def _share(number: float, unit: str, *, whole: float) -> float:
    return min(1.0, max(0.0, number / (100 if unit == "%" else whole)))


def blended(ink: Colour, alpha: float, ground: Colour) -> Colour:
    """What is seen of a colour that lies on another."""
    red, green, blue = (
        one * alpha + below * (1 - alpha) for one, below in zip(ink, ground, strict=True)
    )
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    """How well two colours are told apart: 1 to 21 (WCAG 2)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
