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


def width(words: str, size: int) -> float:
    """How wide a line of letters is, about."""
    return len(words) * size * 0.53


def framed(
    body: str, title: str, words: str, box: tuple[float, float, float, float], font: str = FONT
) -> str:
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
