"""The galaxy as a picture: the ten-by-ten grid at night, its legend, and what lies open of each
empire. A whole SVG document without scripts or outside references.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from traders.engines.kernel.board.board_drawing import (
    CARD_FILL,
    GOLD,
    GRID,
    PAPER,
    SOFT,
    Box,
    by_night,
    plate,
    plate_box,
    text,
)
from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.words import count, named
from traders.engines.stratastar.board.svg_symbols import NAMES, SIGNS, chip, pieces, sign
from traders.engines.stratastar.position.display_names import place
from traders.engines.stratastar.position.galaxy import spaces
from traders.engines.stratastar.position.view_types import EmpireSeen

CELL, EDGE = 68, 30
SIDE = 10 * CELL + EDGE + 10
LEGEND, CARD = 88, 92
ROOM = {0: (CELL / 2, 1.0, 0), 1: (19, 0.9, 26), 2: (13, 0.7, 19)}
"""By rows of pieces in a space: the middle of the chit's sign from above, its scale, how high each
row below it is. Of more than two seats two stand in a row.
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
        here = [f"{place(space)} {held}" for space in spaces() if (held := _words(empire, space))]
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
    here = [empire for empire in view["seats"] if _words(empire, space)]
    title = in_words(view, space) or f"{place(space)}: empty"
    parts = [f"<g><title>{escape(title)}</title>"]
    parts.append(
        f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{CARD_FILL}" stroke="{GRID}"/>'
    )
    home = next((empire["seat"] for empire in view["seats"] if empire["homeworld"] == space), "")
    if home:
        parts.append(
            f'<rect x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}" rx="8" '
            f'fill="none" stroke="{GOLD}" stroke-width="3"/>'
        )
    middle, scale, _ = ROOM[min(len(here), 2)]
    if kind:
        parts.append(sign(kind, x + CELL / 2, y + middle, scale))
    elif home:
        parts.append(
            text(
                x + CELL / 2,
                y + middle + 9 * scale,
                "H",
                round(24 * scale),
                GOLD,
                "middle",
                bold=True,
            )
        )
    return [*parts, *_standing(here, space), "</g>"]


def _standing(here: list[EmpireSeen], space: str) -> Iterator[str]:
    """The pieces of each seat; of a bare Homeworld its letter."""
    (x, y), beside = corner(space), len(here) > 2
    _, _, high = ROOM[min(len(here), 2)]
    rows = -(-len(here) // 2) if beside else len(here)
    wide = (CELL - 10) / 2 if beside else CELL - 10
    for n, empire in enumerate(here):
        row, column = (n // 2, n % 2) if beside else (n, 0)
        left, top = x + 5 + column * wide, y + CELL - 4 - (high + 1) * (rows - row)
        held = _held(empire, space)
        yield (
            pieces(left, top, wide, high, empire["seat"], held)
            if held
            else chip(left, top, wide, empire["seat"], empire["seat"][0].upper(), high - 3)
        )


def in_words(view: View, space: str) -> str:
    """What lies and stands in a space: `D5: world; Red 2 Fleets`; "" where nothing does."""
    held = [(named(empire["seat"]), _words(empire, space)) for empire in view["seats"]]
    kind = view["map"].get(space, "")
    told = [*([kind] if kind else []), *(f"{seat} {words}" for seat, words in held if words)]
    return f"{place(space)}: {'; '.join(told)}" if told else ""


def _held(empire: EmpireSeen, space: str) -> dict[str, int]:
    """The pieces that a seat has in a space, by kind, and how many."""
    found = {
        "fleet": empire["fleets"].get(space, 0),
        "warfleet": empire["warfleets"].get(space, 0),
        "colony": empire["colonies"].get(space, 0),
        "stargate": int(space in empire["stargates"]),
    }
    return {kind: n for kind, n in found.items() if n}


def _words(empire: EmpireSeen, space: str) -> str:
    """The same in words, with a Homeworld: `2 Fleets, a Stargate`."""
    told = [count(n, *NAMES[kind]) for kind, n in _held(empire, space).items()]
    return ", ".join([*(["Homeworld"] if empire["homeworld"] == space else []), *told])


def _legend() -> Iterator[str]:
    """What the signs and pieces mean."""
    for n, (kind, words) in enumerate(SIGNS.items()):
        x = 30 + n * 139 - (8 if n > 2 else 0)
        yield sign(kind, x, SIDE + 22)
        yield text(x + 22, SIDE + 28, words, 18, SOFT)
    shown = (("fleet", 2, "2 Fleets"), ("warfleet", 1, "Warfleet"), ("colony", 1, "colony"))
    x = 14
    for kind, n, words in (*shown, ("stargate", 1, "Stargate")):
        far = 42 if n > 1 else 28
        yield pieces(x, SIDE + 48, far, 26, "red", {kind: n})
        x += far + 4
        yield text(x, SIDE + 68, words, 18, SOFT)
        x += 22 + 9 * len(words)
    yield (
        f'<rect x="{SIDE - 142}" y="{SIDE + 51}" width="20" height="20" rx="4" fill="none" '
        f'stroke="{GOLD}" stroke-width="3"/>'
    )
    yield text(SIDE - 116, SIDE + 68, "Homeworld", 18, SOFT)


# --- the empires ----------------------------------------------------------------------------------


def _empires(view: View) -> Iterator[str]:
    for empire in view["seats"]:
        yield from _card(view, empire, card_box(view, empire))


def card_box(view: View, empire: EmpireSeen) -> Box:
    """Where an empire's plate lies."""
    return plate_box(view["seats"].index(empire), SIDE + LEGEND, CARD, SIDE)


def _card(view: View, empire: EmpireSeen, box: Box) -> Iterator[str]:
    """Seat, Worlds on the way to victory, cards, support, abilities."""
    seat = empire["seat"]
    active = seat == view["turn"]
    x, y, wide, _ = box
    yield plate(box, on_turn=active)
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
