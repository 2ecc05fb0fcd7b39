"""Boards as PNG: drawn from the engine's SVG by resvg with fonts that come from a wheel, and kept
once for all letters that show them.

A view's picture shows what lies on the table, so the seats of a game share it: one drawing a
session (0.3 s), whatever the number of seats.
"""

from __future__ import annotations

import hashlib
import io
import struct
from functools import cache, lru_cache
from pathlib import Path

import font_roboto
import resvg_py
from PIL import Image

from traders.domain.letters.tiles import cut
from traders.models import Picture

WIDTH = 700
"""Pixels: names of worlds can be read on a telephone, and the file stays below 100 KB."""
COLOURS = 96
APART = 10
"""Tiles that are sooner drawn one by one than the whole at once."""
TILES_KEPT = 512
"""Tiles that a process keeps, of 60 KB each."""
QUICKLY = 4
"""How hard PNG is pressed: at 6 it takes twice as long for a tenth of the bytes."""


def picture_of(svg: str) -> Picture:
    """The row of the board's picture, drawn if nobody has drawn it."""
    digest = hashlib.sha256(f"{WIDTH}:{svg}".encode()).hexdigest()
    found = Picture.objects.filter(digest=digest).only("pk", "digest").first()
    if found:
        return found
    png = draw(svg)
    width, height = struct.unpack(">II", png[16:24])
    drawn = Picture(digest=digest, png=png, width=width, height=height)
    # another worker may have drawn the same meanwhile: then that row is returned
    Picture.objects.bulk_create(
        [drawn], update_conflicts=True, update_fields=["width"], unique_fields=["digest"]
    )
    return drawn


def draw(svg: str, width: int = WIDTH) -> bytes:
    """An SVG document as PNG of that width. `ValueError` where it is none. Tiles in which nothing
    has changed are not drawn again.
    """
    drawing = cut(svg, width)
    whole = Image.new("RGB", drawing.whole.place[2:])
    new = [tile for tile in drawing.tiles if not _kept(tile.svg)]
    if len(new) > APART:
        whole.paste(_drawn(drawing.whole.svg))
        for tile in new:
            _kept(tile.svg).append(whole.crop(tile.place))
    else:
        for tile in new:
            _kept(tile.svg).append(_drawn(tile.svg))
        for tile in drawing.tiles:
            whole.paste(_kept(tile.svg)[0], tile.place[:2])
    small = io.BytesIO()
    few = whole.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(small, "PNG", compress_level=QUICKLY)
    return small.getvalue()


@lru_cache(maxsize=TILES_KEPT)
def _kept(svg: str) -> list[Image.Image]:
    """The tile that this document draws; empty before it is drawn."""
    return []


def _drawn(svg: str) -> Image.Image:
    png = bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            skip_system_fonts=True,
            font_files=_fonts(),
            font_family="Roboto",
            sans_serif_family="Roboto",
            serif_family="Roboto",
            monospace_family="Roboto",
        )
    )
    return Image.open(io.BytesIO(png)).convert("RGB")


@cache
def _fonts() -> list[str]:
    """Letters of the same shape on every machine, also on one without fonts."""
    folder = Path(font_roboto.__file__).parent / "files"
    return [str(folder / f"Roboto-{weight}.ttf") for weight in ("Regular", "Bold")]
