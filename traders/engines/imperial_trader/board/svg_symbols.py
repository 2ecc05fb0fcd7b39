"""What the sub-sector's picture is made of: its ships, discs, crates. Nothing is told by colour
alone.
"""

from __future__ import annotations

from traders.engines.kernel.board.board_drawing import (
    AMBER,
    GOLD,
    GRID,
    INK,
    NIGHT,
    PAPER,
    SEATS,
    SHUT,
    ink,
    text,
)

LANE = AMBER
CRATES = ("#9fc5ff", "#ffd28a", "#c7cbd8", "#b6e59a", "#e6c3ff", "#ffb3a6", "#d8b98f", "#a5e6e0")
"""Colours of goods, by the planets that export them."""


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


def crate(x: float, y: float, goods: str, place: int, *, aboard: bool = True) -> str:
    """Goods as a crate with their first letter, its middle at x, y; with a broken edge where they
    are still to be fetched. `place`: of the planet that exports them.
    """
    edge = INK if aboard else PAPER
    broken = "" if aboard else ' stroke-dasharray="3 2"'
    fill = CRATES[place % len(CRATES)] if aboard else NIGHT
    box = (
        f'<path d="M{x - 11:.0f} {y - 9:.0f}h22v20h-22zm0 5h22" fill="{fill}" stroke="{edge}" '
        f'stroke-width="1.5"{broken}/>'
    )
    letter = INK if aboard else PAPER
    return box + text(x, y + 9, goods[:1].upper(), 14, letter, "middle", bold=True)
