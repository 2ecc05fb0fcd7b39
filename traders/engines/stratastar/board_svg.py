"""The galaxy as a picture: a ten-by-ten grid, a whole SVG document without scripts or outside references."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from traders.engines.contract import View
from traders.engines.stratastar.galaxy import spaces
from traders.engines.stratastar.words import named, place

CELL, EDGE = 64, 28
INK = {
    "red": "#c62828",
    "blue": "#1e5bb8",
    "green": "#2e7d32",
    "yellow": "#b98900",
    "purple": "#6a3fa0",
    "orange": "#d9660a",
    "white": "#8a8a8a",
    "black": "#222222",
}
CHITS = {"world": "#4f9d69", "nebula": "#b58bd6", "supernova": "#f2b63c", "black hole": "#111111", "unknown": "#c9ced6"}


def board_svg(view: View) -> str:
    """The map, the chits of all empires and a title for those who cannot see it."""
    side = 10 * CELL + EDGE + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" role="img" font-family="sans-serif" font-size="11">',
        f"<title>Stratastar, round {view['round']}</title>",
        f'<rect width="{side}" height="{side}" fill="#f7f7fa"/>',
    ]
    for n in range(10):
        middle = EDGE + n * CELL + CELL // 2
        parts.append(f'<text x="{middle}" y="18" text-anchor="middle">{"ABCDEFGHIJ"[n]}</text>')
        parts.append(f'<text x="14" y="{middle + 4}" text-anchor="middle">{n + 1}</text>')
    for space in spaces():
        parts += _space(view, space)
    return "".join([*parts, "</svg>"])


def _space(view: View, space: str) -> list[str]:
    x, y = EDGE + (ord(space[0]) - 97) * CELL, EDGE + (int(space[1:]) - 1) * CELL
    kind = view["map"].get(space, "")
    words = [kind or "empty", *(line for empire in view["seats"] for line in _there(empire, space))]
    parts = [f"<g><title>{escape(place(space))}: {escape('; '.join(words))}</title>"]
    parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="#ffffff" stroke="#aab0bb"/>')
    if kind == "unknown":
        parts.append(f'<text x="{x + CELL // 2}" y="{y + 36}" text-anchor="middle" fill="#7a8290" font-size="18">?</text>')
    elif kind:
        parts.append(f'<circle cx="{x + CELL // 2}" cy="{y + 20}" r="13" fill="{CHITS[kind]}"/>')
    rows = [(empire, marks) for empire in view["seats"] if (marks := _marks(empire, space))]
    for n, (empire, marks) in enumerate(rows):
        parts.append(
            f'<text x="{x + 3}" y="{y + CELL - 4 - 12 * n}" fill="{INK[empire["seat"]]}" font-weight="bold">{escape(marks)}</text>'
        )
    return [*parts, "</g>"]


def _marks(empire: dict[str, Any], space: str) -> str:
    """H Homeworld, F Fleets, W Warfleets, C colonies, G Stargate."""
    marks = ["H"] if empire["homeworld"] == space else []
    for sign, name in (("F", "fleets"), ("W", "warfleets"), ("C", "colonies")):
        if space in empire[name]:
            marks.append(f"{sign}{empire[name][space]}")
    return " ".join([*marks, *(["G"] if space in empire["stargates"] else [])])


def _there(empire: dict[str, Any], space: str) -> list[str]:
    marks = _marks(empire, space)
    return [f"{named(empire['seat'])} {marks}"] if marks else []
