"""What filters do to text: how opaque it stays, whether it is a smear, and the colours that its ink
and its ground have then. Pure.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from traders.domain.post.incoming.css_colours import Colour
from traders.domain.post.incoming.css_lengths import ROOT, number_of, pixels
from traders.domain.post.incoming.css_transforms_and_effects import degrees

Filter = tuple[str, float]
"""A function of a filter, and its one number: a share, degrees or pixels."""

MOST_FILTERS = 12
"""Functions one upon another; what more would leave of a text is not worked out."""
BLURRED = 0.15
"""Of the text's size."""
_CALLS = re.compile(r"(?<![a-z0-9-])([a-z][a-z0-9-]*+)\(([^()]*)\)")
_ON_TEXT = ("filter", "-webkit-filter", "-ms-filter")
_ON_GROUND = ("backdrop-filter", "-webkit-backdrop-filter")
_LIGHT = (0.213, 0.715, 0.072)
"""How much red, green and blue count in what is grey."""
_SEPIA = ((0.393, 0.769, 0.189), (0.349, 0.686, 0.168), (0.272, 0.534, 0.131))
_TURNED = ((-0.213, -0.715, 0.928), (0.143, 0.14, -0.283), (-0.787, 0.715, 0.072))
"""What a turn of the hue by a right angle adds."""


def on_text(values: Mapping[str, str]) -> tuple[Filter, ...]:
    """The filters of an element, in their order."""
    return _filters(values, _ON_TEXT)


def on_ground(values: Mapping[str, str]) -> tuple[Filter, ...]:
    """The filters of what lies behind an element."""
    return _filters(values, _ON_GROUND)


def filter_hides(values: Mapping[str, str], filters: Sequence[Filter]) -> bool:
    """Whether what they do is not worked out: drawings of their own, or too many."""
    drawn = any("url(" in values.get(name, "") for name in (*_ON_TEXT, *_ON_GROUND))
    return drawn or len(filters) > MOST_FILTERS


def _filters(values: Mapping[str, str], names: Sequence[str]) -> tuple[Filter, ...]:
    found = list[Filter]()
    for name in names:
        for called, inner in _CALLS.findall(values.get(name, "").replace("opacity=", "")):
            words = inner.strip()
            if called == "hue-rotate":
                amount = degrees(words)
            elif called == "blur":
                amount = pixels(words, ROOT)
            else:
                amount = number_of(words) if words else 1.0
            if amount is not None:
                found.append((called, amount))
    return tuple(found)


def opacity_of(filters: Sequence[Filter]) -> float:
    """How opaque they leave the element, from 0 to 1."""
    shares = [
        share / 100 if "alpha" in called else share
        for called, share in filters
        if called in ("opacity", "alpha", "microsoft.alpha")
    ]
    return math.prod(min(1.0, max(0.0, share)) for share in shares)


def is_smeared(filters: Sequence[Filter], size: float) -> bool:
    """Whether they blur text of that size so much that nobody reads it."""
    return sum(amount for called, amount in filters if called == "blur") > BLURRED * size


def through(colour: Colour, filters: Sequence[Filter]) -> Colour:
    """What becomes of a colour."""
    for called, amount in filters:
        red, green, blue = (min(1.0, max(0.0, part)) for part in _through(colour, called, amount))
        colour = red, green, blue
    return colour


def _through(colour: Colour, called: str, amount: float) -> Sequence[float]:
    match called:
        case "brightness":
            return [part * amount for part in colour]
        case "contrast":
            return [(part - 0.5) * amount + 0.5 for part in colour]
        case "invert":
            return [part + min(1.0, amount) * (1 - 2 * part) for part in colour]
        case "saturate":
            return _mixed(colour, [_LIGHT] * 3, amount)
        case "grayscale":
            return _mixed(colour, [_LIGHT] * 3, 1 - min(1.0, amount))
        case "sepia":
            return _mixed(colour, _SEPIA, 1 - min(1.0, amount))
        case "hue-rotate":
            angle = math.radians(amount)
            turned = [math.sin(angle) * one for one in _times(_TURNED, colour)]
            grey = _mixed(colour, [_LIGHT] * 3, math.cos(angle))
            return [one + more for one, more in zip(grey, turned, strict=True)]
    return colour


def _mixed(colour: Colour, rows: Sequence[Colour], own: float) -> list[float]:
    """So much of the colour itself, and for the rest what the matrix makes of it."""
    made = _times(rows, colour)
    return [part * own + other * (1 - own) for part, other in zip(colour, made, strict=True)]


def _times(rows: Sequence[Colour], colour: Colour) -> list[float]:
    return [sum(one * part for one, part in zip(row, colour, strict=True)) for row in rows]
