"""Lengths of style sheets, in pixels. Pure."""

from __future__ import annotations

import re

from traders.domain.post.incoming.style_sheets import WIDTH

HEIGHT = 768.0
"""Pixels of the window's height in which a letter is taken to be written."""
ROOT = 16.0
"""Pixels of text whose size nobody set."""
WORKED_OUT = re.compile(
    r"\b(?:calc|calc-size|min|max|clamp|env|attr|round|mod|rem|abs|sign|sin|cos|tan|asin|acos|atan2?|"
    r"pow|sqrt|hypot|log|exp|anchor|anchor-size|if|random|hwb|lab|lch|oklab|oklch|color|color-mix|"
    r"light-dark|contrast-color|device-cmyk)\("
)
"""A value that is worked out."""
_UNITS = {
    "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4,
    "q": 96 / 101.6, "rem": ROOT, "vw": WIDTH / 100, "vh": HEIGHT / 100, "vmin": HEIGHT / 100,
    "vmax": WIDTH / 100,
}  # fmt: skip
_OF_TEXT = {"em": 1.0, "ex": 0.5, "ch": 0.5, "ic": 1.0, "lh": 1.2}
_LENGTH = re.compile(r"([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?)\s?([a-z]+|%)?$")
_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0,
    "x-large": 24.0, "xx-large": 32.0, "xxx-large": 48.0,
}  # fmt: skip
_RELATIVE = {"smaller": 5 / 6, "larger": 6 / 5}


def pixels(text: str, size: float, whole: float | None = None) -> float | None:
    """A length in pixels, of text of that `size`; `whole`: of what per cents are taken. None where
    it cannot be read or is of no fixed length.
    """
    found = _LENGTH.match(text)
    if found is None:
        return None
    number, unit = float(found[1]), found[2] or ""
    if unit == "%":
        return None if whole is None else number / 100 * whole
    if unit in _OF_TEXT:
        return number * _OF_TEXT[unit] * size
    return number * _UNITS.get(unit, 1.0)  # a bare number is 0, or was written for Outlook


def number_of(text: str) -> float | None:
    """A bare number or a share in per cent; None for anything else."""
    found = _LENGTH.match(text)
    if found is None or found[2] not in (None, "%"):
        return None
    return float(found[1]) / (100 if found[2] else 1)


def text_size(text: str, around: float) -> float | None:
    """A size of text in pixels; `around`: that of the text around it. None where it cannot be
    read.
    """
    if text in _SIZES:
        return _SIZES[text]
    if text in _RELATIVE:
        return around * _RELATIVE[text]
    return pixels(text, around, around)
