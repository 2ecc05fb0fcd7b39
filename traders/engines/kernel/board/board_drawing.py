"""What boards are drawn with, whichever the game: the colours of the night and of the seats, a line
of letters, the frame of the document.

All is SVG, without scripts or outside references. Lengths are in the picture's units.
"""

from __future__ import annotations

from html import escape

FONT = "Lato, Roboto, Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif"
NIGHT, CARD_FILL, GRID = "#060916", "#131a40", "#3a4785"
PAPER, SOFT, INK = "#fffdf5", "#c7d0f5", "#141a38"
GOLD, AMBER, SHUT = "#ffcf3f", "#ff9d2e", "#ff8a7a"
SEATS = {
    "red": "#e0342f",
    "blue": "#2f7ce0",
    "green": "#1f9e57",
    "yellow": "#e0b000",
    "purple": "#9150d6",
    "orange": "#f08412",
    "white": "#ffffff",
    "black": "#20243a",
}
LIGHT = frozenset({"yellow", "orange", "white"})


def ink(seat: str) -> str:
    """The colour of letters on a seat's colour."""
    return INK if seat in LIGHT else PAPER


def letters(x: float, y: float, words: str, size: int, **looks: str) -> str:
    """A line of letters, escaped, its baseline at `y`; `looks`: further attributes in their order,
    `font_weight` for `font-weight`.
    """
    more = "".join(f' {name.replace("_", "-")}="{look}"' for name, look in looks.items())
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}"{more}>{escape(words)}</text>'


def text(
    x: float,
    y: float,
    words: str,
    size: int = 16,
    fill: str = PAPER,
    anchor: str = "start",
    *,
    bold: bool = False,
    halo: bool = False,
    fit: int = 0,
) -> str:
    """A line of letters; `halo`: with night round it, where it lies over lanes; `fit`: pressed
    together where it would be wider.
    """
    looks = {"text_anchor": anchor, **({"font_weight": "bold"} if bold else {})}
    if fit and width(words, size) > fit:
        looks |= {"textLength": str(fit), "lengthAdjust": "spacingAndGlyphs"}
    night = {"fill": "none", "stroke": NIGHT, "stroke_width": "6", "stroke_linejoin": "round"}
    edge = letters(x, y, words, size, **looks, **night) if halo else ""
    return edge + letters(x, y, words, size, **looks, fill=fill)


Box = tuple[float, float, float, float]
"""Left, top, width, height."""


def plate_box(place: int, top: float, tall: float, wide: float) -> Box:
    """Where the plate of the seat in that place lies, of two a row from `top` down, in a picture so
    wide.
    """
    half = (wide - 42) / 2
    return 14 + (place % 2) * (half + 14), top + (place // 2) * tall, half, tall - 12


def plate(box: Box, *, on_turn: bool = False) -> str:
    """A plate for what is written of a seat or a thing."""
    x, y, wide, high = box
    edge = f'stroke="{GOLD}" stroke-width="3"' if on_turn else f'stroke="{GRID}"'
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{high:.0f}" rx="10" '
        f'fill="{CARD_FILL}" {edge}/>'
    )


def width(words: str, size: int) -> float:
    """How wide a line of letters is, about."""
    return len(words) * size * 0.53


def framed(body: str, title: str, words: str, box: Box, font: str = FONT) -> str:
    """The whole document: title and description (escaped already) for those who hear it, then the
    picture; `box`: left, top, width, height.
    """
    left, top, wide, high = (f"{edge:.0f}" for edge in box)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {wide} {high}" '
        f'width="{wide}" height="{high}" role="img"'
        f' aria-labelledby="board-title board-desc" font-family="{font}">'
        f'<title id="board-title">{title}</title><desc id="board-desc">{words}</desc>{body}</svg>'
    )


def by_night(body: str, title: str, words: str, wide: int, high: int) -> str:
    """The whole document, the night behind the picture."""
    return framed(
        f'<rect width="{wide}" height="{high}" fill="{NIGHT}"/>{body}',
        title,
        words,
        (0, 0, wide, high),
    )
