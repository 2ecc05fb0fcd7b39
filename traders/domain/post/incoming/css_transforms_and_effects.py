"""What a style does to text beside its size, ink and place: transforms that make it too small or
turn it on its edge, and effects that can hide it and are not worked out. Pure.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from traders.domain.post.incoming.css_lengths import ROOT, number_of, pixels

_CALLS = re.compile(r"(?<![a-z0-9-])([a-z][a-z0-9-]*+)\(([^()]*)\)")
_ANGLE = re.compile(r"([+-]?(?:\d+(?:\.\d*)?|\.\d+))(deg|turn|grad|rad)$")
_DEGREES = {"deg": 1.0, "turn": 360.0, "grad": 0.9, "rad": 180 / math.pi}
_OFF_THE_PAGE = frozenset(("rotatex", "rotatey", "rotate3d", "skew", "skewx", "skewy"))
"""Functions of an angle that narrow what they turn; `rotate` keeps it as it is."""
_CAN_HIDE = {
    "mix-blend-mode": ("normal",), "offset-path": ("none",), "offset": ("none",),
    "animation": ("none",), "animation-name": ("none",), "-webkit-animation": ("none",),
    "-webkit-animation-name": ("none",), "content": ("none", "normal"),
    "font-size-adjust": ("none",), "perspective": ("none",), "outline-offset": ("0", "0px"),
    "text-shadow": ("none",),
    "unicode-bidi": ("normal", "embed", "isolate", "plaintext"),
    "text-underline-offset": ("auto", "0"),
}  # fmt: skip
"""Effects that are not worked out, each with the values under which it does nothing."""
_MASKS = re.compile(r"(?:-webkit-)?mask(?:-|$)")
"""All that has to do with masks; where it says anything, something is masked."""
_STROKES = re.compile(r"-webkit-text-stroke(?:-width)?$|text-decoration(?:-thickness)?$")
_THICKEST = 2.0
"""Pixels of a stroke around letters, or through them, that leaves them to be read."""
_SIGNS = re.compile(r"wingdings|webdings|dingbats|marlett|blank")
"""Founts that draw letters as signs, or not at all."""
_NOTHING = frozenset(("", "initial", "unset", "revert"))
_SIZED = frozenset(("size", "inline-size", "strict"))


def scale_of(values: Mapping[str, str]) -> float:
    """By how much the element is made smaller, at most: `transform`, `rotate`, `scale`, `zoom`."""
    factor = number_of(values.get("zoom", ""))
    factor = 1.0 if factor is None else factor
    for word in values.get("scale", "").split():
        number = number_of(word)
        factor *= 1.0 if number is None else abs(number)
    turned = values.get("rotate", "").split()
    if len(turned) > 1 and turned[0] != "z":  # about an axis in the page
        factor *= _narrowed(turned)
    for called, inner in _CALLS.findall(transform_of(values)):
        parts = [part.strip() for part in inner.split(",")]
        known = [abs(number) for number in map(number_of, parts) if number is not None]
        if called.startswith("scale") and known:
            factor *= min(known[:2])
        elif called == "matrix" and len(known) == 6:
            factor *= abs(known[0] * known[3] - known[1] * known[2]) ** 0.5
        elif called in ("matrix3d", "perspective", "translatez", "translate3d"):
            factor = 0.0
        elif called in _OFF_THE_PAGE and known[:2] != [0, 0]:
            factor *= _narrowed(parts)
    return factor


def transform_of(values: Mapping[str, str]) -> str:
    """The functions by which the element is moved, turned and scaled."""
    return values.get("transform", "") or values.get("-webkit-transform", "")


def degrees(angle: str) -> float | None:
    """An angle in degrees; None where it cannot be read."""
    found = _ANGLE.match(angle)
    return float(found[1]) * _DEGREES[found[2]] if found else None


def _narrowed(parts: list[str]) -> float:
    """What is left of the width of what is turned by these angles out of the page."""
    factor = 1.0
    for part in parts:
        if (angle := degrees(part)) is not None:
            factor *= abs(math.cos(math.radians(angle)))
    return factor


def can_hide(values: Mapping[str, str], *, cuts: bool) -> bool:
    """Whether an effect can hide the element: masked, blended with what lies below, put behind it,
    led elsewhere, turned to its back, changed in the course of time. `cuts`: it shows nothing
    outside its box, of which containment can take the size.
    """
    depth = number_of(values.get("z-index", ""))
    return (
        any(
            values[name] not in _NOTHING and values[name] not in nothing
            for name, nothing in _CAN_HIDE.items()
            if name in values
        )
        or any(
            _MASKS.match(name) and value not in _NOTHING and value != "none"
            for name, value in values.items()
        )
        or (depth is not None and depth < 0)
        or any(_STROKES.match(name) and _is_thick(value) for name, value in values.items())
        or "inset" in values.get("box-shadow", "")
        or any(name.startswith("background") and "data:" in values[name] for name in values)
        or _shows_its_back(values)
        or (cuts and bool(_SIZED & set(values.get("contain", "").split())))
    )


def _shows_its_back(values: Mapping[str, str]) -> bool:
    """Whether it is turned out of the page while it has no back."""
    backs = ("backface-visibility", "-webkit-backface-visibility")
    turned = {called for called, _ in _CALLS.findall(transform_of(values))}
    about = values.get("rotate", "").split()
    return any(values.get(name) == "hidden" for name in backs) and (
        bool(turned & {*_OFF_THE_PAGE, "matrix3d"}) or (len(about) > 1 and about[0] != "z")
    )


def _is_thick(stroke: str) -> bool:
    return any((pixels(word, ROOT, ROOT) or 0.0) > _THICKEST for word in stroke.split())


def is_in_signs(values: Mapping[str, str], *, around: bool) -> bool:
    """Whether the element's text is drawn by a fount of signs; `around`: the text around it is."""
    named = [values[name] for name in ("font-family", "font") if name in values]
    return any(_SIGNS.search(one) for one in named) if named else around
