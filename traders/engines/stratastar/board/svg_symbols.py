"""What the galaxy's picture is made of: the signs of what lies in a space. Nothing is
told by colour alone.
"""

from __future__ import annotations

from math import cos, pi, sin

from traders.engines.kernel.board.board_drawing import (
    AMBER,
    GOLD,
    NIGHT,
    PAPER,
    SEATS,
    SOFT,
    ink,
    text,
)

SIGNS = {
    "world": "World",
    "nebula": "Nebula",
    "supernova": "Supernova",
    "black hole": "Black Hole",
    "unknown": "unknown",
}
NAMES = {
    "fleet": ("Fleet",),
    "warfleet": ("Warfleet",),
    "colony": ("colony", "colonies"),
    "stargate": ("Stargate",),
}
"""The pieces, and more of them where that is no mere s."""
SHAPES = {
    "fleet": "M0 -12l10 23h-20z",
    "warfleet": "M0 -12l6 9 6 -3v17h-24v-17l6 3z",
    "colony": "M-11 11v-8a11 12 0 0 1 22 0v8z",
    "stargate": "M0 -12a12 12 0 1 0 .1 0z",
}
"""Each piece as a path about its middle, 24 units high: a ship, a ship with gun towers, a dome, a
ring.
"""


def chip(x: float, y: float, wide: float, seat: str, words: str, size: int = 16) -> str:
    """A seat's plate with what it has in a space."""
    plate = (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{size + 3}" rx="5" '
        f'fill="{SEATS[seat]}" stroke="{PAPER}"/>'
    )
    return plate + text(
        x + wide / 2, y + size - 1, words, size, ink(seat), "middle", bold=True, fit=int(wide - 6)
    )


def pieces(x: float, y: float, wide: float, high: float, seat: str, held: dict[str, int]) -> str:
    """A seat's pieces in a row from x, y, each with the letter of the seat; behind one that stands
    for several, how many. Smaller where they need more room.
    """
    drawn, far = [], 0.0
    for kind, n in held.items():
        drawn.append(_piece(kind, far + 12, seat))
        far += 26
        if n > 1:
            drawn.append(text(far, 19, str(n), 19, bold=True))
            far += 13 * len(str(n)) + 2
    scale = min(high / 26, wide / far)
    x += (wide - far * scale) / 2
    top = y + (high - 26 * scale) / 2
    return f'<g transform="translate({x:.1f} {top:.1f}) scale({scale:.2f})">{"".join(drawn)}</g>'


def _piece(kind: str, x: float, seat: str) -> str:
    shape = (
        f'<path transform="translate({x:.0f} 13)" d="{SHAPES[kind]}" fill="{SEATS[seat]}" '
        f'stroke="{PAPER}" stroke-width="1.5" stroke-linejoin="round"/>'
    )
    if kind != "stargate":
        return shape + text(x, 22, seat[0].upper(), 13, ink(seat), "middle", bold=True)
    hole = f'<circle cx="{x:.0f}" cy="13" r="7.5" fill="{NIGHT}" stroke="{PAPER}"/>'
    return shape + hole + text(x, 17.5, seat[0].upper(), 12, PAPER, "middle", bold=True)


def sign(kind: str, x: float, y: float, scale: float = 1) -> str:
    """The sign of a chit, its middle at x, y; smaller where there is little room."""
    if scale != 1:
        return f'<g transform="translate({x:.0f} {y:.0f}) scale({scale:g})">{sign(kind, 0, 0)}</g>'
    match kind:
        case "world":
            disc = (
                f'<circle cx="{x:.0f}" cy="{y:.0f}" r="13" fill="#58b884" stroke="{PAPER}" '
                'stroke-width="2"/>'
            )
            return (
                disc + f'<path d="M{x - 9:.0f} {y - 3:.0f}q9 8 18 0" fill="none" stroke="#1d5b3c" '
                'stroke-width="3"/>'
            )
        case "nebula":
            clouds = ((-9, 3, 9), (8, 3, 10), (-1, -5, 10))
            return "".join(
                f'<circle cx="{x + a:.0f}" cy="{y + b:.0f}" r="{r}" fill="#c9a3f2" '
                'fill-opacity=".8"/>'
                for a, b, r in clouds
            )
        case "supernova":
            reach = [(16 if corner % 2 == 0 else 7, corner * pi / 8) for corner in range(16)]
            corners = " ".join(
                f"{x + r * sin(turn):.1f},{y - r * cos(turn):.1f}" for r, turn in reach
            )
            return f'<polygon points="{corners}" fill="{GOLD}"/>'
        case "black hole":
            return (
                f'<circle cx="{x:.0f}" cy="{y:.0f}" r="12" fill="#000" stroke="{AMBER}" '
                'stroke-width="3"/>'
            )
    return text(x, y + 9, "?", 26, SOFT, "middle", bold=True)
