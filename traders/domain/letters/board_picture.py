"""Boards as PNG: drawn from the engine's SVG by resvg with fonts that come from a wheel, and kept
once for all letters that show them.

A view's picture shows what lies on the table, so the seats of a game share it: one drawing a
session, whatever the number of seats.
"""

from __future__ import annotations

import hashlib
import io
import struct
from functools import cache, lru_cache
from math import ceil, floor
from pathlib import Path
from typing import Any, NamedTuple

import font_roboto
import resvg_py
from PIL import Image

from traders.domain.letters.svg_elements import XMLNS, Canvas, reach, taken_apart
from traders.models import Picture, Prepared

WIDTH = 700
"""Pixels: names of worlds can be read on a telephone, and the file stays below 100 KB."""
COLOURS = 96
PIECES_KEPT = 1536
"""Drawn elements that a process keeps, of some 27 KB each: four boards have a thousand in all."""
GROUNDS_KEPT = 8
"""What lies below the first word of a board, as large as the board: some 3 MB each."""
QUICKLY = 3
"""How hard PNG is pressed: at 6 it takes three times as long for a fifth of the bytes."""


_DRAWN = Prepared(
    Picture, lambda digest=str: Picture.objects.filter(digest=digest).only("pk", "digest")
)


def picture_of(svg: str) -> Picture:
    """The row of the board's picture, drawn if nobody has drawn it."""
    digest = hashlib.sha256(f"{WIDTH}:{svg}".encode()).hexdigest()
    found = _DRAWN.first(digest)
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
    """An SVG document as PNG of that width. `ValueError` where it is none."""
    whole, small = laid(svg, width), io.BytesIO()
    # a quarter of the pixels tells the colours as well as all do, in a third of the time
    some = whole.resize((width // 2, whole.height // 2), Image.Resampling.NEAREST)
    few = some.quantize(COLOURS, Image.Quantize.FASTOCTREE)
    whole.quantize(palette=few, dither=Image.Dither.NONE).save(small, "PNG", compress_level=QUICKLY)
    return small.getvalue()


def laid(svg: str, width: int) -> Image.Image:
    """The picture in all its colours: an element that has been drawn before is not drawn again."""
    canvas, (ground, *elements) = taken_apart(svg, width)
    whole = Image.new("RGB", (canvas.width, canvas.height))
    for piece in (_ground(canvas, ground), *[_piece(canvas, element) for element in elements]):
        if piece:
            # as `whole.paste` does, which looks at each of hundreds of pieces anew
            whole.im.paste(piece.colours.im, piece.corners, *piece.cover)
    return whole


class Piece(NamedTuple):
    """What an element has drawn: its corners in pixels, its colours, and how far each covers what
    lies below; nothing of that where all do wholly.
    """

    corners: tuple[int, int, int, int]
    colours: Image.Image
    cover: tuple[Any, ...]


@lru_cache(maxsize=GROUNDS_KEPT)
def _ground(canvas: Canvas, elements: str) -> Piece | None:
    """What lies lowest, drawn together."""
    return _drawn_alone(canvas, elements)


@lru_cache(maxsize=PIECES_KEPT)
def _piece(canvas: Canvas, element: str) -> Piece | None:
    """An element that lies above it."""
    return _drawn_alone(canvas, element)


def _drawn_alone(canvas: Canvas, element: str) -> Piece | None:
    """An element as it is drawn without others; None where nothing of it is seen."""
    box, unit = reach(element), canvas.unit
    left = max(0, floor((box.left - canvas.left) / unit))
    top = max(0, floor((box.top - canvas.top) / unit))
    wide = min(canvas.width, ceil((box.right - canvas.left) / unit)) - left
    high = min(canvas.height, ceil((box.bottom - canvas.top) / unit)) - top
    if wide <= 0 or high <= 0:
        return None
    begins = f"{canvas.left + left * unit:.4f} {canvas.top + top * unit:.4f}"
    view = f"{begins} {wide * unit:.4f} {high * unit:.4f}"
    drawn = _drawn(
        f'<svg{XMLNS} viewBox="{view}" width="{wide}" height="{high}"{canvas.inherited}>'
        f"{element}</svg>"
    )
    if (seen := drawn.getchannel("A").getbbox()) is None:
        return None
    drawn = drawn.crop(seen)
    cover = drawn.getchannel("A")
    corners = (left + seen[0], top + seen[1], left + seen[2], top + seen[3])
    return Piece(
        corners,
        drawn.convert("RGB"),
        () if cover.getextrema()[0] == 255 else (cover.im,),
    )


def _drawn(svg: str) -> Image.Image:
    png = bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            skip_system_fonts=True,
            font_files=_fonts() if "<text" in svg else None,
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
