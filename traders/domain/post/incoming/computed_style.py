"""What a style does to text: whether a reader of the letter sees it. Pure.

The properties that decide are computed as mail programs and browsers do, down from the element
around: size, ink and ground, visibility, place, clipped boxes. A value that is worked out
(`calc(…)`) counts as one that hides, since it can.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from traders.domain.post.incoming.colours import (
    BLACK,
    SEEN,
    WHITE,
    Colour,
    blended,
    contrast,
    read,
)
from traders.domain.post.incoming.effects import can_hide, scale_of, transform_of
from traders.domain.post.incoming.filters import (
    Filter,
    filter_hides,
    is_smeared,
    on_ground,
    on_text,
    opacity_of,
    through,
)
from traders.domain.post.incoming.lengths import HEIGHT, ROOT, number_of, pixels, text_size
from traders.domain.post.incoming.style_sheets import WIDTH, Declaration

SMALLEST = 3.0
"""Pixels below which nobody reads text."""
FAINTEST = 0.1
"""Opacity below which text is not seen on any ground."""
OUT = 200.0
"""Pixels by which text that is moved up or left is off the page."""
FAR_OUT = 2_000.0
"""The same down or to the right, where a page may go on."""
LEAST = 0.5
"""Of the text's size: a box that is smaller and cuts off what it holds shows none of it."""
_GONE = frozenset(("none", "table-column", "table-column-group"))
_CUTS = frozenset(("hidden", "clip", "auto", "scroll"))
_WORKED_OUT = re.compile(
    r"\b(?:calc|calc-size|min|max|clamp|env|attr|round|mod|rem|abs|sign|sin|cos|tan|asin|acos|atan2?|"
    r"pow|sqrt|hypot|log|exp|anchor|anchor-size|if|random|hwb|lab|lch|oklab|oklch|color|color-mix|"
    r"light-dark|contrast-color|device-cmyk)\("
)
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
_CALLS = re.compile(r"(?<![a-z0-9-])([a-z][a-z0-9-]*+)\(([^()]*)\)")
_FONT = re.compile(
    r"(?:^|\s)((?:xx?-|xxx-)?(?:small|large)|medium|smaller|larger|[+]?[\d.]+(?:[a-z]+|%)|[+]?0[.0]*)"
    r"(?:\s*/\s*([^\s,]+))?\s+\S"
)
"""Size and line height in the shorthand `font`; a bare number is a weight."""
_SYSTEMS = re.compile(
    r"(?:window|canvas|button|menu|info|field|caption|highlight|mark|gray|link|"
    r"visited|active|accent|selected)[a-z]*$|text$"
)
_DISPLAYS = re.compile(
    r"(?:none|contents|block|inline|flex|grid|table|list-item|flow|flow-root|run-in|ruby|"
    r"-webkit-[a-z-]+|-moz-[a-z-]+|-ms-[a-z-]+|inline-[a-z]+|table-[a-z-]+|ruby-[a-z-]+)(?: |$)"
)
_KEYWORDS = frozenset(("auto", "inherit", "initial", "none", "normal", "revert", "unset"))
_LONGHANDS = {
    "font": ("font-size", "line-height"), "background": ("background-color", "background-image"),
}  # fmt: skip
"""What a shorthand sets anew."""
_GROUNDLESS = re.compile(r"url\(|gradient\(|image")
_BY_TAG = {
    "big": "larger", "small": "smaller", "sub": "smaller", "sup": "smaller",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Style:
    """The computed style of an element's text."""

    ink: Colour = BLACK
    ink_alpha: float = 1.0
    ground: Colour | None = WHITE
    """None where a picture lies behind the text."""
    opacity: float = 1.0
    filters: tuple[Filter, ...] = ()
    """Of the elements that it stands in, the innermost first."""
    on_ground: int = 0
    """How many of these, the last, are of elements that the ground stands in too."""
    size: float = ROOT
    """Of the text in pixels, without `scale`."""
    scale: float = 1.0
    line: float | None = None
    """The height of a line in pixels; None where the text's size gives it."""
    line_factor: float | None = None
    """The same as a multiple of the text's size."""
    spacing: float = 0.0
    """Pixels between letters."""
    indent: float = 0.0
    visible: bool = True
    gone: bool = False
    """Not shown, whatever is set within it."""
    struck: bool = False
    keeps: bool = False
    """Its line breaks are shown."""
    filled: bool = False
    """Its ink is set by `-webkit-text-fill-color`, and `color` changes nothing."""
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def shows(self) -> bool:
        """Whether text in it is seen, and was not struck out."""
        if self.gone or self.struck or not self.visible:
            return False
        line = self.line if self.line_factor is None else self.line_factor * self.size
        if self.size * self.scale < SMALLEST or (line is not None and line < SMALLEST):
            return False
        if not -OUT < self.indent < FAR_OUT or self.spacing <= -LEAST * self.size:
            return False
        alpha = self.ink_alpha * self.opacity * opacity_of(self.filters)
        if alpha < FAINTEST or is_smeared(self.filters, self.size):
            return False
        if self.ground is None:
            return True
        ground = through(self.ground, self.filters[len(self.filters) - self.on_ground :])
        return contrast(blended(through(self.ink, self.filters), alpha, ground), ground) >= SEEN


def computed(
    around: Style, tag: str, attributes: Mapping[str, str], declared: Sequence[Declaration]
) -> Style:
    """The style of an element within one of that style. `declared`: the weightiest last."""
    in_order = sorted(declared, key=lambda one: one.important)
    variables = {
        **around.variables,
        **{one.name: one.value for one in in_order if one.name.startswith("--")},
    }
    values: dict[str, str] = {}
    for one in in_order:
        value = _filled(one.value, variables)
        if _is_valid(one.name, value):
            for name in _LONGHANDS.get(one.name, ()):
                values.pop(name, None)
            values[one.name] = value
    hinted = _hints(tag, attributes)
    values = {**{name: hint for name, hint in hinted.items() if name not in values}, **values}
    style = _of_text(replace(around, variables=variables), values)
    style = replace(style, filters=(*on_text(values), *around.filters))
    style = _coloured(style, around, values)
    return replace(
        style,
        visible=_visible(style, values),
        struck=style.struck or _struck(values),
        opacity=style.opacity * _opacity(values),
        scale=style.scale * scale_of(values),
        gone=style.gone or _is_gone(style, values),
        keeps=tag == "pre" or _keeps(style, values),
    )


def _filled(value: str, variables: Mapping[str, str]) -> str:
    for _ in range(4):
        if "var(" not in value or len(value) > 2_000:
            break
        value = _VARIABLE.sub(
            lambda found: variables.get(found[1], (found[2] or "").strip()), value
        )
    return value


@lru_cache(maxsize=2048)
def _is_valid(name: str, value: str) -> bool:
    """Whether a mail program takes the declaration; one that it does not changes nothing."""
    if value in _KEYWORDS or _WORKED_OUT.search(value):
        return True
    match name:
        case "color" | "-webkit-text-fill-color" | "background-color":
            return value == "currentcolor" or bool(read(value) or _SYSTEMS.match(value))
        case "display":
            return bool(_DISPLAYS.match(value))
        case "visibility":
            return value in ("visible", "hidden", "collapse")
        case "opacity" | "zoom":
            return number_of(value) is not None
        case "font-size":
            return text_size(value, ROOT) is not None
        case "font":
            return bool(_FONT.search(value))
        case "line-height" | "letter-spacing" | "height" | "width" | "max-height" | "max-width":
            return pixels(value, ROOT, WIDTH) is not None
    return True


def _hints(tag: str, attributes: Mapping[str, str]) -> dict[str, str]:
    """Properties that attributes and the element's kind set, where no style does."""
    found = {"font-size": _BY_TAG[tag]} if tag in _BY_TAG else {}
    if tag == "font" and "color" in attributes:
        found["color"] = attributes["color"].strip().lower()
    if tag == "body" and "text" in attributes:
        found["color"] = attributes["text"].strip().lower()
    if "bgcolor" in attributes:
        found["background-color"] = attributes["bgcolor"].strip().lower()
    if attributes.get("background"):
        found["background-image"] = "url()"
    return found


def _of_text(style: Style, values: Mapping[str, str]) -> Style:
    """With the size, the line's height, the spacing and the indent that are set."""
    size, line = values.get("font-size", ""), values.get("line-height", "")
    if "font" in values and (found := _FONT.search(values["font"])):
        size, line = size or found[1], line or found[2] or "normal"
    if _WORKED_OUT.search(size):
        size = "0"
    if size == "initial":
        size = "medium"
    set_to = text_size(size, style.size) if size else None
    if set_to is not None and set_to >= 0:
        style = replace(style, size=set_to)
    if line in ("normal", "initial"):
        style = replace(style, line=None, line_factor=None)
    elif (factor := number_of(line)) is not None and not line.endswith("%"):
        style = replace(style, line=None, line_factor=factor)
    elif (height := pixels(line, style.size, style.size)) is not None:
        style = replace(style, line=height, line_factor=None)
    for name in ("letter-spacing", "text-indent"):
        value = values.get(name, "")
        length = pixels(value.partition(" ")[0], style.size, WIDTH)
        if value in ("normal", "initial"):
            length = 0.0
        if length is not None and name == "letter-spacing":
            style = replace(style, spacing=length)
        elif length is not None:
            style = replace(style, indent=length)
    return style


def _coloured(style: Style, around: Style, values: Mapping[str, str]) -> Style:
    """With the ink and the ground that are set."""
    ink, fill = values.get("color", ""), values.get("-webkit-text-fill-color", "")
    if fill:
        style = replace(style, filled=fill not in ("currentcolor", "initial"))
    for value in (fill,) if style.filled else (ink,):
        if value in ("initial", "revert"):
            style = replace(style, ink=BLACK, ink_alpha=1.0)
        elif value not in ("", "inherit", "unset", "currentcolor"):
            colour, alpha = read(value) or (BLACK, 0.0 if _WORKED_OUT.search(value) else 1.0)
            style = replace(style, ink=colour, ink_alpha=alpha)
    pictured = any(
        _GROUNDLESS.search(values[name]) and values[name] != "none"
        for name in ("background", "background-image")
        if name in values
    )
    below = through(around.ground or WHITE, on_ground(values))
    if style.ground is not None and below != style.ground:
        style = replace(style, ground=below)
    for name in ("background", "background-color"):
        for word in _words(values.get(name, "")):
            found = (style.ink, style.ink_alpha) if word == "currentcolor" else read(word)
            if found is not None and found[1] > 0:
                ground = blended(*found, below)
                style = replace(style, ground=ground, on_ground=len(style.filters))
    return replace(style, ground=None) if pictured else style


def _words(value: str) -> list[str]:
    """A shorthand's words; what stands in brackets is of one."""
    return re.findall(r"[^\s(),]+(?:\([^()]*\))?", value)


def _visible(style: Style, values: Mapping[str, str]) -> bool:
    match values.get("visibility", ""):
        case "hidden" | "collapse":
            return False
        case "visible" | "initial":
            return True
    return style.visible


def _struck(values: Mapping[str, str]) -> bool:
    return any(
        name.startswith("text-decoration") and "line-through" in value
        for name, value in values.items()
    )


def _keeps(style: Style, values: Mapping[str, str]) -> bool:
    if "white-space" not in values:
        return style.keeps
    return values["white-space"].startswith(("pre", "break-spaces"))


def _opacity(values: Mapping[str, str]) -> float:
    """How opaque the element is made, from 0 to 1."""
    opacity = number_of(values.get("opacity", ""))
    if _WORKED_OUT.search(values.get("opacity", "")):
        opacity = 0.0
    return 1.0 if opacity is None else min(1.0, max(0.0, opacity))


def _is_gone(style: Style, values: Mapping[str, str]) -> bool:
    """Whether nothing within the element is seen: not laid out, cut off, or moved away."""
    return (
        values.get("display", "").split(" ")[0] in _GONE
        or values.get("mso-hide", "") == "all"
        or values.get("content-visibility", "") == "hidden"
        or values.get("-webkit-text-security", "none") != "none"
        or _is_cut_off(style, values)
        or can_hide(values, cuts=_cuts(values))
        or _WORKED_OUT.search(values.get("filter", "")) is not None
        or filter_hides(values, style.filters)
        or _is_clipped(values)
        or _is_moved_away(style, values)
    )


def _cuts(values: Mapping[str, str]) -> bool:
    """Whether the element shows nothing outside its box."""
    return any(
        word in _CUTS
        for name in ("overflow", "overflow-x", "overflow-y")
        for word in values.get(name, "").split()
    )


def _is_cut_off(style: Style, values: Mapping[str, str]) -> bool:
    """Whether the element is a box too small for its text."""
    cuts = _cuts(values)
    for name in ("height", "width", "max-height", "max-width", "block-size", "inline-size",
                 "max-block-size", "max-inline-size"):  # fmt: skip
        value = values.get(name, "")
        limits = name.startswith("max-")
        length = 0.0 if _WORKED_OUT.search(value) and cuts else pixels(value, style.size)
        if value.startswith("0") and number_of(value) == 0:
            length = 0.0
        if length is not None and length < LEAST * max(style.size, ROOT) and (cuts or limits):
            return True
    return False


def _is_clipped(values: Mapping[str, str]) -> bool:
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


def _is_moved_away(style: Style, values: Mapping[str, str]) -> bool:
    """Whether the element lies outside the page."""
    placed = values.get("position", "") in ("absolute", "fixed")
    for name in ("left", "top", "right", "bottom", "margin-left", "margin-top", "inset",
                 "inset-inline-start", "inset-block-start", "margin", "margin-inline-start",
                 "margin-block-start"):  # fmt: skip
        for word in _words(values.get(name, "")):
            whole = HEIGHT if name in ("top", "bottom") else WIDTH
            length = pixels(word, style.size, whole)
            if length is not None and (length <= -OUT or (placed and length >= FAR_OUT)):
                return True
            if placed and word in ("100%", "100vw", "100vh") and name in ("left", "top"):
                return True
        if placed and _WORKED_OUT.search(values.get(name, "")):
            return True
    if _WORKED_OUT.search(transform_of(values)):
        return True
    moves = [
        inner for called, inner in _CALLS.findall(transform_of(values)) if "translate" in called
    ]
    for word in _words(" ".join([*moves, values.get("translate", "")])):
        length = pixels(word, style.size, WIDTH)
        if length is not None and not -OUT < length < FAR_OUT:
            return True
    if values.get("overflow", "").startswith("hidden"):
        return bool(re.match(r"[1-9]\d{2,}%", values.get("text-indent", "")))
    return False
