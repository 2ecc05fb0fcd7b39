"""Boards as PNG: drawn from the engine's SVG by resvg with fonts that come from a wheel, and kept
once for all letters that show them.

A view's picture shows what lies on the table, so the seats of a game share it: one drawing a
session (0.3 s), whatever the number of seats.
"""

from __future__ import annotations

import hashlib
import io
import re
import struct
from functools import cache, lru_cache
from pathlib import Path

import font_roboto
import resvg_py
from PIL import Image

from traders.models import Picture

WIDTH = 700
"""Pixels: names of worlds can be read on a telephone, and the file stays below 100 KB."""
COLOURS = 96
FIXED = re.compile(
    r"(?P<head><svg[^>]*>)(?P<meta>.*)<!--fixed-->(?P<fixed>.*)<!--/fixed-->(?P<rest>.*)", re.DOTALL
)
"""A board whose lowest layer is the same for every position of a game (or of all)."""


def picture_of(svg: str) -> Picture:
    """The row of the board's picture, drawn if nobody has drawn it."""
    digest = hashlib.sha256(f"{WIDTH}:{svg}".encode()).hexdigest()
    found = Picture.objects.filter(digest=digest).only("pk", "digest").first()
    if found:
        return found
    png = draw(svg)
    width, height = struct.unpack(">II", png[16:24])
    return Picture.objects.get_or_create(
        digest=digest, defaults={"png": png, "width": width, "height": height}
    )[0]


def draw(svg: str, width: int = WIDTH) -> bytes:
    """An SVG document as PNG of that width. `ValueError` where it is none. The part that a board
    marks as fixed is drawn once a process.
    """
    parts = FIXED.fullmatch(svg)
    if parts is None:
        whole = _drawn(svg, width)
    else:
        ground = _ground(parts["head"] + parts["fixed"] + "</svg>", width)
        whole = Image.alpha_composite(ground, _drawn(parts["head"] + parts["rest"], width))
    small = io.BytesIO()
    whole.convert("RGB").quantize(
        COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    ).save(small, "PNG")
    return small.getvalue()


@lru_cache(maxsize=16)
def _ground(svg: str, width: int) -> Image.Image:
    return _drawn(svg, width)


def _drawn(svg: str, width: int) -> Image.Image:
    png = bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=_fonts(),
            font_family="Roboto",
            sans_serif_family="Roboto",
            serif_family="Roboto",
            monospace_family="Roboto",
        )
    )
    return Image.open(io.BytesIO(png)).convert("RGBA")


@cache
def _fonts() -> list[str]:
    """Letters of the same shape on every machine, also on one without fonts."""
    folder = Path(font_roboto.__file__).parent / "files"
    return [str(folder / f"Roboto-{weight}.ttf") for weight in ("Regular", "Bold")]
