"""What the sub-sector's picture is made of: its letters, ships, discs. Nothing is told by colour
alone.
"""

from __future__ import annotations

from traders.engines.kernel.board_drawing import (
    AMBER,
    GOLD,
    GRID,
    NIGHT,
    PAPER,
    SEATS,
    SHUT,
    ink,
    letters,
)

LANE = AMBER


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
) -> str:
    """A line of letters; `halo`: with night round it, where it lies over lanes."""
    looks = {"text_anchor": anchor, **({"font_weight": "bold"} if bold else {})}
    edge = (
        letters(
            x,
            y,
            words,
            size,
            **looks,
            fill="none",
            stroke=NIGHT,
            stroke_width="6",
            stroke_linejoin="round",
        )
        if halo
        else ""
    )
    return edge + letters(x, y, words, size, **looks, fill=fill)


def ship(x: float, y: float, seat: str) -> str:
    """A ship, its middle at x, y, with the letter of its seat."""
    hull = (
        f'<path d="M{x:.0f} {y - 18:.0f}l15 31l-30 0z" fill="{SEATS[seat]}" stroke="{PAPER}" '
        'stroke-width="2" stroke-linejoin="round"/>'
    )
    return hull + text(x, y + 10, seat[:1].upper(), 16, ink(seat), "middle", bold=True)


def disc(x: float, y: float, *, port: bool, closed: bool, radius: float = 24) -> str:
    """A planet: a gold ring for a port, a broken one where it is closed to trade."""
    edge = SHUT if closed else GOLD if port else GRID
    broken = ' stroke-dasharray="6 5"' if closed else ""
    return (
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:g}" fill="{PAPER}" stroke="{edge}" '
        f'stroke-width="{radius / 4:g}"{broken}/>'
    )
