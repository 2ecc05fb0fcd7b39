"""The small pieces of the picture: ships, stations, counters. A seat is told by colour, by letter
and by shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import cos, pi, sin

FONT = "Lato, Roboto, Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif"
NIGHT = "#0a0f26"
OFFERED = "#ffe9b8"
WANTED = "#8ee6b0"
COMPLETED = "#b7bdd6"


@dataclass(frozen=True, slots=True)
class Badge:
    """How a seat is drawn: fill, the ink on it, its letter and the number of its shape's corners
    (0: round; `turn` in degrees).
    """

    fill: str
    ink: str
    letter: str
    corners: int
    turn: float = 0.0


BADGES = {
    "red": Badge("#e5484d", "#ffffff", "R", 3),
    "blue": Badge("#3b82f6", "#ffffff", "B", 4, 45),
    "green": Badge("#30a46c", "#ffffff", "G", 0),
    "yellow": Badge("#ffd60a", "#1a1a1a", "Y", 4),
    "purple": Badge("#a66bff", "#ffffff", "P", 5),
    "orange": Badge("#ff8b3e", "#1a1a1a", "O", 6),
    "white": Badge("#f5f5f5", "#1a1a1a", "W", 8, 22.5),
    "black": Badge("#26262b", "#ffffff", "K", 3, 180),
}
_REACH = {0: 1.0, 3: 1.42, 4: 1.22, 5: 1.14, 6: 1.1, 8: 1.06}


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    fill: str = "#f3f4ff",
    *,
    anchor: str = "start",
    bold: bool = False,
) -> str:
    """One line of text, escaped, its baseline at `y`."""
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}"{weight} text-anchor="{anchor}" '
        f'fill="{fill}">{escape(words)}</text>'
    )


def drawn(shape: str, **looks: str | float) -> str:
    """An element of the picture; numbers to a tenth, `stroke_width` for `stroke-width`."""
    parts = (f'{name.replace("_", "-")}="{_figure(look)}"' for name, look in looks.items())
    return f"<{shape} {' '.join(parts)}/>"


def _figure(look: str | float) -> str:
    return look if isinstance(look, str) else f"{look:.1f}".removesuffix(".0")


def badge(seat: str, x: float, y: float, radius: float) -> str:
    """A seat's shape with its letter, centred on a point."""
    look = BADGES[seat]
    size = radius * 1.05
    lift = {3: 0.22 if look.turn == 0 else -0.18}.get(look.corners, 0.0) * radius
    letter = text(
        x, y + size * 0.36 + lift, look.letter, size, look.ink, anchor="middle", bold=True
    )
    return _shape(look, x, y, radius) + letter


def _shape(look: Badge, x: float, y: float, radius: float) -> str:
    edge = 'stroke="#ffffff" stroke-width="2.4" stroke-linejoin="round"'
    if look.corners == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{look.fill}" {edge}/>'
    reach = radius * _REACH[look.corners]
    corners = []
    for corner in range(look.corners):
        angle = 2 * pi * corner / look.corners - pi / 2 + look.turn * pi / 180
        corners.append(f"{x + reach * cos(angle):.1f},{y + reach * sin(angle):.1f}")
    return f'<polygon points="{" ".join(corners)}" fill="{look.fill}" {edge}/>'


def ship(seat: str, x: float, y: float, *, cargo: int = 0, on_turn: bool = False) -> str:
    """A ship: the seat's badge with a drive flame beneath, a dot for each cargo aboard, a halo when
    it is on turn.
    """
    halo = (
        drawn(
            "circle",
            cx=x,
            cy=y,
            r=25,
            fill="none",
            stroke="#fff3b0",
            stroke_width=3,
            stroke_dasharray="5 4",
        )
        if on_turn
        else ""
    )
    tail = f"M{x - 7:.1f} {y + 12:.1f} L{x:.1f} {y + 29:.1f} L{x + 7:.1f} {y + 12:.1f} Z"
    flame = drawn("path", d=tail, fill="#ffb13b", stroke=NIGHT, stroke_width=1.2)
    crates = "".join(
        drawn(
            "rect",
            x=x + 10 + 10 * place,
            y=y + 10,
            width=9,
            height=9,
            rx=1.5,
            fill=OFFERED,
            stroke=NIGHT,
            stroke_width=1.5,
        )
        for place in range(cargo)
    )
    return halo + flame + badge(seat, x, y, 16) + crates


def station(seat: str, x: float, y: float, disc: float) -> str:
    """A station: a ring of the seat's colour round the world, and its small badge at the world's
    foot.
    """
    look = BADGES[seat]
    ring = (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{disc + 3:.1f}" fill="none" stroke="#ffffff" '
        'stroke-width="8"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{disc + 3:.1f}" fill="none" stroke="{look.fill}" '
        'stroke-width="5.4"/>'
    )
    return ring + badge(seat, x - disc * 0.82, y + disc * 0.92, 9.5)


def crown(x: float, y: float, disc: float) -> str:
    """An Imperial Station's crown, at the world's head (ST-IMPERIAL-06)."""
    foot, left = y - disc - 1, x - 13
    points = " ".join(
        f"{left + px:.1f},{foot + py:.1f}"
        for px, py in ((0, 0), (-2, -15), (6, -7), (13, -19), (20, -7), (28, -15), (26, 0))
    )
    return (
        f'<polygon points="{points}" fill="#ffcf3f" stroke="{NIGHT}" stroke-width="1.8" '
        'stroke-linejoin="round"/>'
    )


def counter(
    x: float, y: float, label: str, *, up: bool, fill: str = OFFERED, ink: str = "#1a1a1a"
) -> str:
    """A contract's counter: an arrow up where the cargo is picked up, down where it is wanted, with
    the space's number.
    """
    nose = (-11.0, -23.5) if up else (11.0, 23.5)
    width = 12.5
    arrow = (
        f"M{x - width:.1f} {y + nose[0]:.1f} L{x:.1f} {y + nose[1]:.1f} L{x + width:.1f} "
        f"{y + nose[0]:.1f}"
    )
    box = f'<rect x="{x - width:.1f}" y="{y - 13:.1f}" width="{2 * width:.1f}" height="26" rx="4"'
    return (
        f'<path d="{arrow} Z" fill="{fill}" stroke="{NIGHT}" stroke-width="1.4"/>{box} '
        f'fill="{fill}" stroke="{NIGHT}" stroke-width="1.4"/>'
        + text(x, y + 7, label, 19, ink, anchor="middle", bold=True)
    )


def quarantine(x: float, y: float, disc: float) -> str:
    """A Quarantine: a barred ring round the world."""
    left, top = x + disc * 0.55, y - disc * 1.6
    return (
        drawn("circle", cx=x, cy=y, r=disc + 11, fill="none", stroke="#1a1a1a", stroke_width=9)
        + drawn(
            "circle",
            cx=x,
            cy=y,
            r=disc + 11,
            fill="none",
            stroke="#ffe600",
            stroke_width=8,
            stroke_dasharray="9 7",
        )
        + drawn(
            "rect",
            x=left,
            y=top,
            width=22,
            height=22,
            rx=4,
            fill="#ffe600",
            stroke="#1a1a1a",
            stroke_width=2,
        )
        + text(left + 11, top + 17.5, "Q", 18, "#1a1a1a", anchor="middle", bold=True)
    )


def mission(seat: str, x: float, y: float, *, goal: bool) -> str:
    """An Imperial marker: a banner on a staff with the seat's badge; filled at the goal, hollow at
    the pick-up.
    """
    look = BADGES[seat]
    flag = f"M{x - 12:.1f} {y - 22:.1f} h30 l-7 10 l7 10 h-30 Z"
    fill = look.fill if goal else NIGHT
    ink = look.ink if goal else "#ffffff"
    return (
        f'<path d="M{x - 12:.1f} {y + 20:.1f} V{y - 24:.1f}" stroke="#ffcf3f" stroke-width="3.4"/>'
        f'<path d="{flag}" fill="{fill}" stroke="#ffcf3f" stroke-width="2.4" '
        'stroke-linejoin="round"/>'
        + text(x, y - 6, look.letter, 15, ink, anchor="middle", bold=True)
    )


def trail(start: tuple[float, float], end: tuple[float, float], *, broken: bool) -> str:
    """The jump under way or just made: a bright arrow over the line; a broken one for a jump that
    failed.
    """
    (ax, ay), (bx, by) = start, end
    length = max(1.0, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
    ux, uy = (bx - ax) / length, (by - ay) / length
    sx, sy, ex, ey = ax + ux * 26, ay + uy * 26, bx - ux * 40, by - uy * 40
    head = (
        f"{bx - ux * 24:.1f},{by - uy * 24:.1f} {ex - uy * 11:.1f},{ey + ux * 11:.1f} "
        f"{ex + uy * 11:.1f},{ey - ux * 11:.1f}"
    )
    gaps = ' stroke-dasharray="3 14"' if broken else ""
    path = f'x1="{sx:.1f}" y1="{sy:.1f}" x2="{ex:.1f}" y2="{ey:.1f}"'
    return (
        f'<line {path} stroke="#fff3b0" stroke-opacity=".35" stroke-width="17" '
        'stroke-linecap="round"/>'
        f'<line {path} stroke="#fff3b0" stroke-width="5" stroke-linecap="round"{gaps}/><polygon '
        f'points="{head}" fill="#fff3b0"/>'
    )
