"""Boxes that show a part of what they hold, or lie over what stands beside them. Pure.

How text flows in them is not worked out: what may be cut off or covered counts as not seen.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import NamedTuple

from traders.domain.post.incoming.css_colours import read
from traders.domain.post.incoming.css_lengths import HEIGHT, ROOT, WORKED_OUT, number_of, pixels
from traders.domain.post.incoming.css_transforms_and_effects import transform_of
from traders.domain.post.incoming.style_sheets import WIDTH

OUT = 200.0
"""Pixels by which text that is moved up or left is off the page."""
FAR_OUT = 2_000.0
"""The same down or to the right, where a page may go on."""
LEAST = 0.5
"""Of the text's size: a box that is smaller and cuts off what it holds shows none of it."""
FLUNG = 2_000.0
"""Pixels by which text that is moved to the right is out of its window."""
SMALL = 200.0
"""Pixels of a box of which a share may be too small for text."""
CUT_OUT = 600.0
"""The same where what is outside the box is cut off."""
SPREAD = 100.0
"""The same between letters or words, of which the first alone is then seen."""
LARGEST = 400.0
"""Pixels of a letter that nobody reads any more."""
OVER = -8.0
"""Pixels by which a box is moved over what stands above it."""
_CUTS = frozenset(("hidden", "clip", "auto", "scroll"))
_CONTAINED = frozenset(("content", "paint", "strict"))
_OVERFLOW = ("overflow", "overflow-x", "overflow-y", "overflow-block", "overflow-inline")
_SIDE_BY_SIDE = re.compile(r"(?:inline-)?(?:flex|grid)|-webkit-(?:inline-)?(?:box|flex)")
_LEFT = re.compile(
    r"(?:margin|padding)(?:-(?:left|right|inline|inline-start))?$|min-width$|width$|tab-size$|"
    r"border(?:-(?:left|inline-start))?(?:-width)?$|vertical-align$|(?:column-)?gap$"
)
_ABOVE = re.compile(r"margin(?:-top|-block|-block-start)?$|top$|inset(?:-block-start)?$")
_BELOW = ("margin-bottom", "margin-block-end")
_CALLS = re.compile(r"(?<![a-z0-9-])([a-z][a-z0-9-]*+)\(([^()]*)\)")


class Box(NamedTuple):
    """How an element shows what it holds."""

    lines: float = math.inf
    """Lines that it shows; the others are cut off."""
    over: bool = False
    """It may lie over what stands beside it."""
    paints: bool = False
    """It covers what lies below it."""


PLAIN = Box()


def box_of(tag: str, values: Mapping[str, str], size: float, line: float) -> Box:
    """The box of an element with text of that size in lines so high."""
    return Box(lines_shown(values, size, line), lies_over(values), paints(tag, values))


def words(value: str) -> list[str]:
    """A shorthand's words; what stands in brackets is of one."""
    return re.findall(r"[^\s(),]+(?:\([^()]*\))?", value)


def cuts(values: Mapping[str, str]) -> bool:
    """Whether the element shows nothing outside its box."""
    said = (word for name in _OVERFLOW for word in values.get(name, "").split())
    contained = _CONTAINED & set(values.get("contain", "").split())
    return bool(contained) or any(word in _CUTS for word in said)


_SIZED_ELSEWHERE = (
    "aspect-ratio",
    "flex",
    "flex-basis",
    "inset",
    "right",
    "bottom",
    "writing-mode",
)
"""What gives a box a size that is not worked out."""


def lines_shown(values: Mapping[str, str], size: float, line: float) -> float:
    """How many lines of text of that size, `line` pixels high, the element shows at most; infinity
    where it cuts none off.
    """
    clamps = [values[name] for name in ("line-clamp", "-webkit-line-clamp") if name in values]
    if any(clamp != "none" for clamp in clamps):
        return 1.0
    if not cuts(values):
        return math.inf
    heights = [
        found
        for name in ("height", "max-height", "block-size", "max-block-size")
        if (found := pixels(values.get(name, ""), size, HEIGHT)) is not None
    ]
    if any(name in values for name in _SIZED_ELSEWHERE):
        return 0.0
    nowrap = values.get("white-space", "").startswith("nowrap")
    if nowrap or _SIDE_BY_SIDE.match(values.get("display", "")):
        return 1.0
    return max(1.0, min(heights) / max(line, size, 1.0)) if heights else math.inf


def is_flung(values: Mapping[str, str], size: float) -> bool:
    """Whether what it holds is out of its window to the right, or is too large or too far apart to
    be read.
    """
    if size > LARGEST:
        return True
    most = CUT_OUT if cuts(values) else FLUNG
    for name, value in values.items():
        apart = name in ("letter-spacing", "word-spacing")
        if apart or _LEFT.match(name):
            whole = None if "width" in name else WIDTH
            lengths = [pixels(word, size, whole) for word in value.split()]
            if any(one is not None and abs(one) > (SPREAD if apart else most) for one in lengths):
                return True
            if apart and any(one is not None and one <= -LEAST * size for one in lengths):
                return True
    return False


def lies_over(values: Mapping[str, str]) -> bool:
    """Whether it is taken out of its place, and may lie over what stands beside it."""
    place = values.get("position", "")
    if place in ("absolute", "fixed", "sticky"):
        return True
    moved = " ".join(values.get(name, "") for name in ("transform", "translate"))
    if "translate" in moved or "translate" in values:
        return True
    for name, value in values.items():
        first = next(iter(value.split()), "")
        if _ABOVE.match(name) and (name.startswith("margin") or place == "relative"):
            length = pixels(first, 16.0, HEIGHT)
            if length is not None and length <= OVER:
                return True
    return False


def is_drawn_over(values: Mapping[str, str]) -> bool:
    """Whether what follows lies over it: it takes less room than it has."""
    below = [values.get(name, "") for name in _BELOW]
    margin = values.get("margin", "").split()
    below.append(margin[2 if len(margin) > 2 else 0] if margin else "")
    lengths = [pixels(one, 16.0, HEIGHT) for one in below]
    return any(length is not None and length <= OVER for length in lengths)


def paints(tag: str, values: Mapping[str, str]) -> bool:
    """Whether it covers what lies below it, with a ground or as a picture."""
    if tag in ("img", "video", "canvas", "svg", "object", "embed", "iframe"):
        return True
    for name in ("background", "background-color", "background-image"):
        value = values.get(name, "")
        if "url(" in value or "gradient(" in value:
            return True
        if any((found := read(word)) is not None and found[1] > 0 for word in words(value)):
            return True
    return False


def is_cut_off(values: Mapping[str, str], size: float, *, small: bool) -> bool:
    """Whether the element is a box too small for its text of that size; `small`: it stands in one
    that is small.
    """
    cut = cuts(values)
    if cut and small:
        return True
    for name in ("height", "width", "max-height", "max-width", "block-size", "inline-size",
                 "max-block-size", "max-inline-size"):  # fmt: skip
        value = values.get(name, "")
        limits = name.startswith("max-")
        length = 0.0 if WORKED_OUT.search(value) and cut else pixels(value, size)
        if value.startswith("0") and number_of(value) == 0:
            length = 0.0
        if length is not None and length < LEAST * max(size, ROOT) and (cut or limits):
            return True
    return False


def is_small(values: Mapping[str, str], size: float) -> bool:
    """Whether a box within the element, which has a share of its size, may be too small for text:
    one that is small itself, or sets what it holds side by side.
    """
    lengths = (pixels(values.get(name, ""), size) for name in ("width", "height"))
    shares = _SIDE_BY_SIDE.match(values.get("display", "")) is not None
    return shares or any(one is not None and one < SMALL for one in lengths)


def is_clipped(values: Mapping[str, str]) -> bool:
    """Whether `clip` or `clip-path` leaves nothing of the element."""
    called_with = (*_CALLS.findall(values.get("clip", "")), *_CALLS.findall(_clip_path(values)))
    for called, inner in called_with:
        parts = re.split(r"[\s,]+", inner.strip())
        edges = [pixels(part, ROOT, 100.0) for part in parts]
        if called == "rect" and len(edges) == 4:
            top, right, bottom, left = edges
            across = OUT if right is None else right - (left or 0)
            down = OUT if bottom is None else bottom - (top or 0)
            clipped = min(across, down) < LEAST * ROOT
        elif called == "inset":
            sides = [edge or 0.0 for edge in edges[:4]]
            clipped = max(sides) >= 50 or sum(sides) >= 100
        elif called in ("circle", "ellipse"):
            clipped = edges[0] is not None and edges[0] < LEAST * ROOT
        else:
            places = {tuple(parts[at : at + 2]) for at in range(0, len(parts), 2)}
            not_worked_out = called in ("path", "url", "shape", "xywh")
            clipped = not_worked_out or (called == "polygon" and len(places) < 3)
        if clipped:
            return True
    return False


def _clip_path(values: Mapping[str, str]) -> str:
    return values.get("clip-path", "") or values.get("-webkit-clip-path", "")


def is_moved_away(values: Mapping[str, str], size: float) -> bool:
    """Whether the element lies outside the page."""
    placed = values.get("position", "") in ("absolute", "fixed")
    for name in ("left", "top", "right", "bottom", "margin-left", "margin-top", "margin-right",
                 "margin-inline-end", "inset",
                 "inset-inline-start", "inset-block-start", "margin", "margin-inline-start",
                 "margin-block-start"):  # fmt: skip
        for word in words(values.get(name, "")):
            whole = HEIGHT if name in ("top", "bottom") else WIDTH
            length = pixels(word, size, whole)
            if length is not None and (length <= -OUT or (placed and length >= FAR_OUT)):
                return True
            if name in ("right", "bottom") and length is not None and length >= OUT:
                return not placed or length >= FAR_OUT
            if placed and word in ("100%", "100vw", "100vh") and name in ("left", "top"):
                return True
        if placed and WORKED_OUT.search(values.get(name, "")):
            return True
    if WORKED_OUT.search(transform_of(values)):
        return True
    moves = [
        inner for called, inner in _CALLS.findall(transform_of(values)) if "translate" in called
    ]
    for word in words(" ".join([*moves, values.get("translate", "")])):
        length = pixels(word, size, WIDTH)
        if length is not None and not -OUT < length < FAR_OUT:
            return True
    if values.get("overflow", "").startswith("hidden"):
        return bool(re.match(r"[1-9]\d{2,}%", values.get("text-indent", "")))
    return False
