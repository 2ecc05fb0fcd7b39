"""The galaxy as a picture: the ten-by-ten grid at night, its legend, and what lies open of each
empire. A whole SVG document without scripts or outside references.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape

from traders.engines.kernel.board_drawing import CARD_FILL, GRID, PAPER, SOFT, by_night
from traders.engines.kernel.contract import View
from traders.engines.kernel.words import count, named
from traders.engines.stratastar.board.marks import SIGNS, STRAW, chip, sign, text
from traders.engines.stratastar.display_names import place
from traders.engines.stratastar.galaxy import spaces

CELL, EDGE = 68, 30
SIDE = 10 * CELL + EDGE + 10
LEGEND, CARD = 88, 92
ROOM = {
    0: (CELL / 2, 1.0, 16),
    1: (21, 1.0, 16),
    2: (15, 0.9, 16),
    3: (9, 0.6, 13),
    4: (5, 0.34, 11),
}
"""By seats that have something in a space: the middle of the chit's sign from above, its scale, the
letters on the plates below it.
"""


def board_svg(view: View) -> str:
    """The picture of what a seat sees: the map, what stands in its spaces, the empires."""
    height = SIDE + LEGEND + CARD * ((len(view["seats"]) + 1) // 2) + 8
    body = "".join(
        [
            *_edges(),
            *(part for space in spaces() for part in _space(view, space)),
            *_legend(),
            *_empires(view),
        ]
    )
    return by_night(body, escape(_title(view)), escape(_described(view)), SIDE, height)


def _title(view: View) -> str:
    if view["over"]:
        return "Stratastar: the end of the game"
    return f"Stratastar: round {view['round']}" + (
        f", {named(view['turn'])}'s turn" if view["turn"] else ", set-up"
    )


def _described(view: View) -> str:
    """The picture in words, for those who hear it."""
    told = []
    for empire in view["seats"]:
        here = [f"{place(space)} {marks}" for space in spaces() if (marks := _marks(empire, space))]
        told.append(
            f"{named(empire['seat'])}: {count(empire['worlds'], 'World')}; "
            f"{', '.join(here) or 'nothing on the map'}."
        )
    return " ".join(told)


# --- the map --------------------------------------------------------------------------------------


def _edges() -> Iterator[str]:
    for n in range(10):
        middle = EDGE + n * CELL + CELL / 2
        yield text(middle, 22, "ABCDEFGHIJ"[n], 20, SOFT, "middle", bold=True)
        yield text(15, middle + 7, str(n + 1), 20, SOFT, "middle", bold=True)


def corner(space: str) -> tuple[int, int]:
    """The left upper corner of a space."""
    return EDGE + (ord(space[0]) - 97) * CELL, EDGE + (int(space[1:]) - 1) * CELL


def _space(view: View, space: str) -> list[str]:
    """One space: its chit above, one plate for each seat that has something there below."""
    x, y = corner(space)
    kind = view["map"].get(space, "")
    rows = [(empire, marks) for empire in view["seats"] if (marks := _marks(empire, space))]
    words = [kind or "empty", *(f"{named(empire['seat'])} {marks}" for empire, marks in rows)]
    parts = [f"<g><title>{escape(place(space))}: {escape('; '.join(words))}</title>"]
    parts.append(
        f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{CARD_FILL}" stroke="{GRID}"/>'
    )
    home = next((empire["seat"] for empire in view["seats"] if empire["homeworld"] == space), "")
    if home:
        parts.append(
            f'<rect x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}" rx="8" '
            f'fill="none" stroke="{STRAW}" stroke-width="3"/>'
        )
    middle, scale, size = ROOM[len(rows)]
    if kind:
        parts.append(sign(kind, x + CELL / 2, y + middle, scale))
    elif home:
        parts.append(
            text(
                x + CELL / 2,
                y + middle + 9 * scale,
                "H",
                round(24 * scale),
                STRAW,
                "middle",
                bold=True,
            )
        )
    for n, (empire, marks) in enumerate(reversed(rows)):
        parts.append(
            chip(x + 4, y + CELL - 2 - (size + 3) * (n + 1), CELL - 8, empire["seat"], marks, size)
        )
    return [*parts, "</g>"]


def _marks(empire: dict[str, Any], space: str) -> str:
    """`R2 w1 c1 g`: the seat's letter with its Fleets, Warfleets, colonies, a Stargate; its letter
    alone for a bare Homeworld.
    """
    signs = [
        f"{sign}{empire[name][space]}"
        for sign, name in (("w", "warfleets"), ("c", "colonies"))
        if space in empire[name]
    ]
    gate = ["g"] if space in empire["stargates"] else []
    fleets = empire["fleets"].get(space, 0)
    if not (fleets or signs or gate or empire["homeworld"] == space):
        return ""
    return " ".join([f"{empire['seat'][0].upper()}{fleets or ''}", *signs, *gate])


def _legend() -> Iterator[str]:
    """What the signs mean."""
    for n, (kind, words) in enumerate(SIGNS.items()):
        x = 30 + n * 139 - (8 if n > 2 else 0)
        yield sign(kind, x, SIDE + 22)
        yield text(x + 22, SIDE + 28, words, 18, SOFT)
    yield chip(14, SIDE + 52, 84, "red", "R2 w1 c1 g")
    yield text(
        108, SIDE + 68, "Red: 2 Fleets, 1 Warfleet (w), 1 colony (c), a Stargate (g)", 18, SOFT
    )
    yield (
        f'<rect x="{SIDE - 142}" y="{SIDE + 51}" width="20" height="20" rx="4" fill="none" '
        f'stroke="{STRAW}" stroke-width="3"/>'
    )
    yield text(SIDE - 116, SIDE + 68, "Homeworld", 18, SOFT)


# --- the empires ----------------------------------------------------------------------------------


def _empires(view: View) -> Iterator[str]:
    for empire in view["seats"]:
        x, y, wide, _ = card_box(view, empire)
        yield from _card(view, empire, x, y, wide)


def card_box(view: View, empire: dict[str, Any]) -> tuple[float, float, float, float]:
    """Where an empire's plate lies: left, top, width, height."""
    n, wide = view["seats"].index(empire), (SIDE - 42) / 2
    return 14 + (n % 2) * (wide + 14), SIDE + LEGEND + (n // 2) * CARD, wide, CARD - 12


def _card(view: View, empire: dict[str, Any], x: float, y: float, wide: float) -> Iterator[str]:
    """Seat, Worlds on the way to victory, cards, support, abilities."""
    seat = empire["seat"]
    active = seat == view["turn"]
    edge = f'stroke="{STRAW}" stroke-width="3"' if active else f'stroke="{GRID}"'
    yield (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{CARD - 12}" rx="10" '
        f'fill="{CARD_FILL}" {edge}/>'
    )
    yield chip(x + 12, y + 10, 26, seat, seat[0].upper())
    state = " · out" if empire["out"] else " · on turn" if active else ""
    yield text(x + 48, y + 27, f"{named(seat)}{state}", 19, PAPER, bold=True)
    goal = f" of {view['worlds_to_win']}" if view["worlds_to_win"] else ""
    yield text(
        x + wide - 12, y + 27, f"Worlds {empire['worlds']}{goal}", 19, PAPER, "end", bold=True
    )
    held = (
        f"{count(empire['cards'], 'card')}, fills up to {empire['hand_limit']} · supports "
        f"{count(empire['support'], 'Fleet')}"
    )
    yield text(x + 14, y + 50, held, 17, SOFT, fit=int(wide - 28))
    own = (
        [", ".join(code.replace("_", " ") for code in empire["abilities"])]
        if empire["abilities"]
        else []
    )
    bound = (
        [f"Treaty with {', '.join(map(named, empire['treaties']))}"] if empire["treaties"] else []
    )
    yield (
        text(x + 14, y + 70, " · ".join([*own, *bound]), 16, SOFT, fit=int(wide - 28))
        if own or bound
        else ""
    )
