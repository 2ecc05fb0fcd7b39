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

from traders.domain.post.incoming.css_box_visibility import (
    FAR_OUT,
    LEAST,
    OUT,
    PLAIN,
    Box,
    box_of,
    cuts,
    is_clipped,
    is_cut_off,
    is_drawn_over,
    is_flung,
    is_moved_away,
    is_small,
    words,
)
from traders.domain.post.incoming.css_colours import (
    BLACK,
    SEEN,
    WHITE,
    Colour,
    blended,
    contrast,
    read,
)
from traders.domain.post.incoming.css_filters import (
    Filter,
    filter_hides,
    is_smeared,
    on_ground,
    on_text,
    opacity_of,
    through,
)
from traders.domain.post.incoming.css_lengths import ROOT, WORKED_OUT, number_of, pixels, text_size
from traders.domain.post.incoming.css_transforms_and_effects import can_hide, is_in_signs, scale_of
from traders.domain.post.incoming.style_sheets import WIDTH, Declaration

SMALLEST = 3.0
"""Pixels below which nobody reads text."""
FAINTEST = 0.1
"""Opacity below which text is not seen on any ground."""
_GONE = frozenset(("none", "table-column", "table-column-group"))
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
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
_LINK = "link of the body"
_LONGHANDS = {
    "font": ("font-size", "line-height"), "background": ("background-color", "background-image"),
}  # fmt: skip
"""What a shorthand sets anew."""
_COLOURS = re.compile(r"#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([^()]*\)|[a-z]+(?![\w-]|\()")
_GROUNDLESS = re.compile(r"url\(|gradient\(|image")
_SIZES_OF_FONT = {
    "1": "x-small", "2": "small", "3": "medium", "4": "large", "5": "x-large", "6": "xx-large",
    "7": "xxx-large", "-1": "small", "-2": "x-small", "+1": "large", "+2": "x-large",
}  # fmt: skip
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
    small: bool = False
    """It stands in a box of which a share may be too small for text."""
    signs: bool = False
    """It is drawn by a fount of signs."""
    box: Box = PLAIN
    """How its own element shows what it holds: not of those within."""
    filled: bool = False
    """Its ink is set by `-webkit-text-fill-color`, and `color` changes nothing."""
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def shows(self) -> bool:
        """Whether text in it is seen, and was not struck out."""
        if self.gone or self.struck or self.signs or not self.visible:
            return False
        line = self.line if self.line_factor is None else self.line_factor * self.size
        if self.size * self.scale < SMALLEST or (
            line is not None and not SMALLEST <= line < FAR_OUT
        ):
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
    if tag == "body" and "link" in attributes:
        variables[_LINK] = attributes["link"].strip().lower()
    hinted = _hints(tag, attributes)
    if tag == "a" and _LINK in variables:
        hinted["color"] = variables[_LINK]
    values = {**{name: hint for name, hint in hinted.items() if name not in values}, **values}
    style = _of_text(replace(around, variables=variables), values)
    style = replace(style, filters=(*on_text(values), *around.filters))
    signs = is_in_signs(values, around=around.signs)
    style = replace(_coloured(style, around, values), signs=signs)
    line = style.line if style.line_factor is None else style.line_factor * style.size
    return replace(
        style,
        small=style.small or is_small(values, style.size),
        box=box_of(tag, values, style.size, line or 1.15 * style.size),
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
    if value in _KEYWORDS or WORKED_OUT.search(value):
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
    if tag in ("table", "tr", "td", "th"):
        found |= {name: attributes[name] for name in ("height", "width") if name in attributes}
    if tag == "bdo":
        found["unicode-bidi"] = "bidi-override"
    if tag == "font" and (size := _SIZES_OF_FONT.get(attributes.get("size", "").strip())):
        found["font-size"] = size
    if tag == "font" and "face" in attributes:
        found["font-family"] = attributes["face"].strip().lower()
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
    if WORKED_OUT.search(size):
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
            colour, alpha = read(value) or (BLACK, 0.0 if WORKED_OUT.search(value) else 1.0)
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
        for word in words(values.get(name, "")):
            found = (style.ink, style.ink_alpha) if word == "currentcolor" else read(word)
            if found is not None and found[1] > 0:
                ground = blended(*found, below)
                style = replace(style, ground=ground, on_ground=len(style.filters))
    if not pictured:
        return style
    drawn = [
        read(word)
        for name in ("background", "background-image")
        for word in _COLOURS.findall(
            values.get(name, "") if "gradient(" in values.get(name, "") else ""
        )
    ]
    stops = [found[0] for found in drawn if found is not None]
    worst = min(stops, key=lambda stop: contrast(style.ink, stop), default=None)
    return replace(style, ground=worst, on_ground=len(style.filters))


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
    if WORKED_OUT.search(values.get("opacity", "")):
        opacity = 0.0
    return 1.0 if opacity is None else min(1.0, max(0.0, opacity))


def _is_gone(style: Style, values: Mapping[str, str]) -> bool:
    """Whether nothing within the element is seen: not laid out, cut off, or moved away."""
    return (
        values.get("display", "").split(" ")[0] in _GONE
        or values.get("mso-hide", "") == "all"
        or values.get("content-visibility", "") == "hidden"
        or values.get("-webkit-text-security", "none") != "none"
        or is_cut_off(values, style.size, small=style.small)
        or can_hide(values, cuts=cuts(values))
        or WORKED_OUT.search(values.get("filter", "")) is not None
        or filter_hides(values, style.filters)
        or is_clipped(values)
        or is_moved_away(values, style.size)
        or is_flung(values, style.size)
        or is_drawn_over(values)
    )
