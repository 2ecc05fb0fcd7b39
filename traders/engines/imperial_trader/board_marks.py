"""What the sub-sector's picture is made of: its colours, its letters, ships. Nothing is told by colour alone."""

from __future__ import annotations

from html import escape

FONT = "Lato, Roboto, DejaVu Sans, sans-serif"
NIGHT, CARD_FILL, GRID, PAPER, SOFT, GOLD, LANE, SHUT = (
    "#060916",
    "#131a40",
    "#3a4785",
    "#fffdf5",
    "#c7d0f5",
    "#ffcf3f",
    "#ff9d2e",
    "#ff8a7a",
)
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


def text(
    x: float, y: float, words: str, size: int = 16, fill: str = PAPER, anchor: str = "start", *, bold: bool = False, halo: bool = False
) -> str:
    """A line of letters; `halo`: with night round it, where it lies over lanes."""
    weight = ' font-weight="bold"' if bold else ""
    head = f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}"{weight}'
    edge = f'{head} fill="none" stroke="{NIGHT}" stroke-width="6" stroke-linejoin="round">{escape(words)}</text>' if halo else ""
    return f'{edge}{head} fill="{fill}">{escape(words)}</text>'


def width(words: str, size: int) -> float:
    """How wide a line of letters is, about."""
    return len(words) * size * 0.53


def ship(x: float, y: float, seat: str) -> str:
    """A ship, its middle at x, y, with the letter of its seat."""
    ink = "#141a38" if seat in LIGHT else PAPER
    hull = f'<path d="M{x:.0f} {y - 18:.0f}l15 31l-30 0z" fill="{SEATS[seat]}" stroke="{PAPER}" stroke-width="2" stroke-linejoin="round"/>'
    return hull + text(x, y + 10, seat[:1].upper(), 16, ink, "middle", bold=True)


def disc(x: float, y: float, *, port: bool, closed: bool, radius: float = 24) -> str:
    """A planet: a gold ring for a port, a broken one where it is closed to trade."""
    edge = SHUT if closed else GOLD if port else GRID
    broken = ' stroke-dasharray="6 5"' if closed else ""
    return f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:g}" fill="{PAPER}" stroke="{edge}" stroke-width="{radius / 4:g}"{broken}/>'
