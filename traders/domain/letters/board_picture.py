"""Boards as PNG: drawn from the engine's SVG by resvg, and kept once for all letters that show
them.

A view's picture shows what lies on the table, so seats that are shown the same part of it share it.
"""

from __future__ import annotations

import hashlib
import io
import re
import struct
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import resvg_py
from PIL import Image

from traders.domain.letters import typeface
from traders.domain.letters.board_name import COLOURS, LARGEST, WIDTHS, board_name
from traders.domain.letters.svg_decomposition import XMLNS, Box, Canvas, reach, taken_apart
from traders.models import Picture, Prepared

PIECES_KEPT = 2048
"""Drawn elements that a process keeps, of some 20 KB each: four boards have a thousand in all, and
one is drawn in two widths.
"""
GROUNDS_KEPT = 8
"""What lies below the first word of a board, as large as the board: some 3 MB each."""
PRESSED = 6
"""How hard PNG is pressed: at 9 it takes eight times as long for a tenth of the bytes."""
GAP = 2
"""Pixels between two pieces on a sheet."""


_TAGS = re.compile("<[^<>]*>")
_FONTS = [str(typeface.REGULAR), str(typeface.BOLD)]
_DRAWN = Prepared(
    Picture, lambda digest=str: Picture.objects.filter(digest=digest).only("pk", "digest")
)


def picture_of(svg: str, part: Box | None = None) -> Picture:
    """The row of the board's picture, or of a part of it, drawn if nobody has drawn it."""
    which = hashlib.sha256(repr(part).encode()).hexdigest()
    digest = (board_name(svg) + which)[: len(which)]
    found = _DRAWN.first(digest)
    if found:
        return found
    png = draw(svg, part)
    width, height = struct.unpack(">II", png[16:24])
    drawn = Picture(digest=digest, png=png, width=width, height=height)
    # another worker may have drawn the same meanwhile: then that row is returned
    Picture.objects.bulk_create(
        [drawn], update_conflicts=True, update_fields=["width"], unique_fields=["digest"]
    )
    return drawn


def draw(svg: str, part: Box | None = None) -> bytes:
    """An SVG document as PNG, of at most `LARGEST` octets where one of the `WIDTHS` gives that.
    `ValueError` where it is none.
    """
    canvas, (_, *elements) = taken_apart(svg, WIDTHS[0])
    weight = _weight(_shown(canvas, elements, part))
    *wide, last = WIDTHS
    for width in wide:
        if weight * (width / WIDTHS[0]) ** SHRINKS <= LARGEST:
            png = _pressed(laid(svg, width, part))
            if len(png) <= LARGEST:
                return png
    return _pressed(laid(svg, last, part))


SHRINKS = 1.45
"""The power of its width by which a picture becomes lighter."""


def _weight(elements: Sequence[str]) -> float:
    """Octets of a picture in its full width, roughly: words weigh most, and the rest as much as is
    said of it.
    """
    words = sum(len(_TAGS.sub("", element)) for element in elements)
    return 0.8 * sum(map(len, elements)) + 20 * words


def _pressed(image: Image.Image) -> bytes:
    few = image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    small = io.BytesIO()
    few.save(small, "PNG", compress_level=PRESSED)
    return small.getvalue()


def laid(svg: str, width: int, part: Box | None = None) -> Image.Image:
    """The picture in all its colours, or a part of it: an element that has been drawn before is not
    drawn again; those that have not are drawn together.
    """
    canvas, (ground, *elements) = taken_apart(svg, width)
    left, top, right, bottom = canvas.pixels(part)
    shown = _shown(canvas, elements, part)
    pieces = [_ground(_down_to(canvas, ground), ground), *_pieces(canvas, shown)]
    whole = Image.new("RGB", (right - left, bottom - top))
    for piece in pieces:
        if piece:
            # as `whole.paste` does, which looks at each of hundreds of pieces anew
            _paste(whole, piece, (left, top))
    return whole


def _shown(canvas: Canvas, elements: Sequence[str], part: Box | None) -> list[str]:
    """Those of which something lies within the part that is shown."""
    left, top, right, bottom = canvas.pixels(part)
    boxes = ((element, canvas.pixels(_reach(element))) for element in elements)
    return [
        element
        for element, box in boxes
        if max(left, box[0]) < min(right, box[2]) and max(top, box[1]) < min(bottom, box[3])
    ]


def _down_to(canvas: Canvas, element: str) -> Canvas:
    """The canvas as far down as an element reaches: a board that has grown below draws it alike."""
    return canvas._replace(height=canvas.pixels(_reach(element))[3])


_reach = lru_cache(maxsize=4 * PIECES_KEPT)(reach)


class Piece(NamedTuple):
    """What an element has drawn: its corners in pixels, its colours, and how far each covers what
    lies below; nothing of that where all do wholly.
    """

    corners: tuple[int, int, int, int]
    colours: Image.Image
    cover: tuple[Any, ...]


def _paste(whole: Image.Image, piece: Piece, corner: tuple[int, int]) -> None:
    """Lay a piece on a picture whose left upper corner lies there."""
    left, top, right, bottom = piece.corners
    x, y = left - corner[0], top - corner[1]
    if x >= 0 and y >= 0 and x + right - left <= whole.width and y + bottom - top <= whole.height:
        whole.im.paste(piece.colours.im, (x, y, x + right - left, y + bottom - top), *piece.cover)
        return
    box = (
        max(0, -x),
        max(0, -y),
        min(right - left, whole.width - x),
        min(bottom - top, whole.height - y),
    )
    if box[0] < box[2] and box[1] < box[3]:
        cover = [one.crop(box) for one in piece.cover]
        at = (x + box[0], y + box[1], x + box[2], y + box[3])
        whole.im.paste(piece.colours.im.crop(box), at, *cover)


@lru_cache(maxsize=GROUNDS_KEPT)
def _ground(canvas: Canvas, elements: str) -> Piece | None:
    """What lies lowest, drawn together."""
    return _drawn_together(canvas, [elements])[0]


_KEPT: OrderedDict[tuple[Canvas, str], Piece | None] = OrderedDict()
"""Pieces that were drawn, the latest used last."""


def _pieces(canvas: Canvas, elements: Sequence[str]) -> list[Piece | None]:
    """The elements that lie above the ground; those not known yet are drawn on one sheet."""
    keys = [(_down_to(canvas, element), element) for element in elements]
    unknown = [key for key in dict.fromkeys(keys) if key not in _KEPT]
    drawn = _drawn_together(canvas, [element for _, element in unknown])
    _KEPT.update(zip(unknown, drawn, strict=True))
    found = [_KEPT[key] for key in keys]
    for key in keys:
        _KEPT.move_to_end(key)
    while len(_KEPT) > PIECES_KEPT:
        _KEPT.popitem(last=False)
    return found


def _drawn_together(canvas: Canvas, elements: Sequence[str]) -> list[Piece | None]:
    """The elements as each is drawn without the others, with one call: each has a place of its own
    on a sheet. None for one of which nothing is seen.
    """
    boxes = [canvas.pixels(_reach(element)) for element in elements]
    places, wide, high = _places([(box[2] - box[0], box[3] - box[1]) for box in boxes], canvas)
    if not high:
        return [None] * len(elements)
    drawn = [
        _window(canvas, element, box, place)
        for element, box, place in zip(elements, boxes, places, strict=True)
        if place
    ]
    sheet = _drawn(
        f'<svg{XMLNS} viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
        f"{canvas.inherited}>{''.join(drawn)}</svg>"
    )
    return [
        _cut_out(sheet, box, place) if place else None
        for box, place in zip(boxes, places, strict=True)
    ]


def _places(
    sizes: Sequence[tuple[int, int]], canvas: Canvas
) -> tuple[list[tuple[int, int] | None], int, int]:
    """Where on a sheet each has its place, in rows, and how wide and high that is; None for one
    without a size.
    """
    widest = max([canvas.width, *(wide for wide, _ in sizes)])
    places: list[tuple[int, int] | None] = [None] * len(sizes)
    x = y = row = 0
    for n in sorted(range(len(sizes)), key=lambda n: -sizes[n][1]):
        wide, high = sizes[n]
        if wide <= 0 or high <= 0:
            continue
        if x and x + wide > widest:
            x, y, row = 0, y + row + GAP, 0
        places[n] = (x, y)
        x, row = x + wide + GAP, max(row, high)
    return places, widest, y + row


def _window(
    canvas: Canvas, element: str, box: tuple[int, int, int, int], place: tuple[int, int]
) -> str:
    """An element on the sheet, at its place."""
    left, top, right, bottom = box
    unit = canvas.unit
    begins = f"{canvas.left + left * unit:.4f} {canvas.top + top * unit:.4f}"
    view = f"{begins} {(right - left) * unit:.4f} {(bottom - top) * unit:.4f}"
    at = f'x="{place[0]}" y="{place[1]}" width="{right - left}" height="{bottom - top}"'
    return f'<svg {at} viewBox="{view}">{element}</svg>'


def _cut_out(
    sheet: Image.Image, box: tuple[int, int, int, int], place: tuple[int, int]
) -> Piece | None:
    """What stands at that place of the sheet; None where nothing is seen."""
    left, top, right, bottom = box
    x, y = place
    drawn = sheet.crop((x, y, x + right - left, y + bottom - top))
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
            font_files=_FONTS if "<text" in svg else None,
            font_family=typeface.NAME,
            sans_serif_family=typeface.NAME,
            serif_family=typeface.NAME,
            monospace_family=typeface.NAME,
        )
    )
    return Image.open(io.BytesIO(png)).convert("RGBA")
