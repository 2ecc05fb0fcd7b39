"""The sub-sector as a picture: planets, lanes with their spaces, ships, wars and fallen worlds, and
each captain's money and orders. A whole SVG document without scripts or outside references; nothing
is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import cos, pi, sin

from traders.engines.imperial_trader.board.svg_symbols import LANE, crate, disc, ship
from traders.engines.imperial_trader.board.text import lies, marks_of, where
from traders.engines.imperial_trader.position.view_types import CaptainSeen
from traders.engines.kernel.board.board_drawing import (
    NIGHT,
    PAPER,
    SHUT,
    SOFT,
    Box,
    by_night,
    plate,
    plate_box,
    text,
    width,
)
from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.words import count

WIDTH, MAP, MIDDLE, LEGEND = 700, 580, 298, 44
CROWDED = 9
"""Planets beyond which names stand alone; the rest is in the board's words."""
Spots = dict[str, tuple[float, float]]


def board_svg(view: View) -> str:
    """The picture of what a seat sees."""
    tall = _tall(view)
    height = MAP + LEGEND + tall * ((len(view["seats"]) + 1) // 2) + 6
    at = spots(view)
    body = "".join(
        [
            *_stars(),
            *_lanes(view, at),
            *_planets(view, at),
            *_ships(view, at),
            *_legend(),
            *_captains(view, tall),
        ]
    )
    return by_night(body, escape(_title(view)), escape(described(view)), WIDTH, height)


def _title(view: View) -> str:
    if view["over"]:
        return "Imperial Trader: the end of the game"
    return f"Imperial Trader: round {view['round']}" + (
        f", {view['turn'].capitalize()}'s turn" if view["turn"] else ", set-up"
    )


def described(view: View) -> str:
    """The picture in words, for those who hear it."""
    told = [
        f"{one['name']}: {', '.join(marks_of(view, one))}."
        for one in view["planets"]
        if marks_of(view, one)
    ]
    for captain in view["seats"]:
        held = ", ".join(order["order"] for order in captain["orders"]) or "no order"
        told.append(
            f"{captain['seat'].capitalize()}: {count(captain['credits'], 'credit')}, "
            f"{where(captain)}, {held}."
        )
    return " ".join(told)


# --- the sub-sector -------------------------------------------------------------------------------


def spots(view: View) -> Spots:
    """Planets on a ring in the chart's order, each frontier world after the planet to which it is
    joined.
    """
    found = {one["at"] for one in view["frontier"]}
    names = [planet["name"] for planet in view["planets"] if planet["name"] not in found]
    for lane in view["lanes"]:
        for new in found & set(lane["between"]):
            names.insert(names.index(next(end for end in lane["between"] if end != new)) + 1, new)
    turn = 2 * pi / len(names)
    return {
        name: (WIDTH / 2 + 220 * sin(turn * i), MIDDLE - 175 * cos(turn * i))
        for i, name in enumerate(names)
    }


def ship_spot(view: View, spots: Spots, captain: CaptainSeen) -> tuple[float, float]:
    """Where a captain's ship is: at a planet, or on a lane."""
    if captain["planet"]:
        return spots[captain["planet"]]
    return _between(view, spots, *captain["lane"])


def _between(view: View, spots: Spots, start: str, goal: str, n: int) -> tuple[float, float]:
    """The n-th space of the lane from `start`."""
    spaces = next(lane["spaces"] for lane in view["lanes"] if set(lane["between"]) == {start, goal})
    (x, y), (u, v) = spots[start], spots[goal]
    share = 0.16 + 0.68 * (n - 0.5) / spaces
    return x + (u - x) * share, y + (v - y) * share


def _stars() -> Iterator[str]:
    """The same ones every time."""
    yield f'<ellipse cx="{WIDTH / 2:.0f}" cy="{MIDDLE}" rx="330" ry="265" fill="#11173a"/>'
    strewn = [
        ((sin(n * 12.9898) * 43758.5453) % 1 * WIDTH, (sin(n * 78.233) * 12543.123) % 1 * MAP)
        for n in range(1, 90)
    ]
    dots = " ".join(f"M{x:.0f} {y:.0f}h0" for x, y in strewn)
    yield (
        f'<path d="{dots}" stroke="#fff" stroke-opacity=".5" stroke-width="1.8" '
        'stroke-linecap="round"/>'
    )


def _lanes(view: View, spots: Spots) -> Iterator[str]:
    for lane in view["lanes"]:
        start, goal = lane["between"]
        (x, y), (u, v) = spots[start], spots[goal]
        yield (
            f'<line x1="{x:.0f}" y1="{y:.0f}" x2="{u:.0f}" y2="{v:.0f}" stroke="{LANE}" '
            'stroke-width="4"/>'
        )
        for n in range(1, lane["spaces"] + 1):
            a, b = _between(view, spots, start, goal, n)
            yield (
                f'<circle cx="{a:.0f}" cy="{b:.0f}" r="9" fill="{NIGHT}" stroke="{LANE}" '
                'stroke-width="3"/>'
            )


def _planets(view: View, spots: Spots) -> Iterator[str]:
    """Discs with what is written of them on the side away from the middle, where no lane runs."""
    for place, planet in enumerate(view["planets"]):
        x, y = spots[planet["name"]]
        marks = marks_of(view, planet)
        yield disc(x, y, port=planet["port"], closed=planet["closed"])
        yield crate(x + (25 if x < WIDTH / 2 else -25), y + 17, planet["export"], place)
        kind = f"{planet['class']}{', port' if planet['port'] else ''}"
        rows = [
            (planet["name"], 21, PAPER),
            (planet["export"], 16, SOFT),
            (kind, 16, SOFT),
            *([(", ".join(marks), 17, SHUT)] if marks else []),
        ]
        if len(view["planets"]) > CROWDED:
            rows = [rows[0], *rows[3:]]
        half = max(width(words, size) for words, size, _ in rows) / 2
        middle = min(max(x + (x - WIDTH / 2) * 0.3, half + 8), WIDTH - half - 8)
        top = y - 36 - 19 * (len(rows) - 1) if y < MIDDLE - 1 else y + 47
        for n, (words, size, fill) in enumerate(rows):
            yield text(
                middle, top + 19 * n, words, size, fill, "middle", bold=fill != SOFT, halo=True
            )


def _ships(view: View, spots: Spots) -> Iterator[str]:
    """Ships side by side where several stand in one place."""
    there: dict[tuple[float, float], list[str]] = {}
    for captain in view["seats"]:
        if not captain["out"] and (captain["planet"] or captain["lane"]):
            there.setdefault(ship_spot(view, spots, captain), []).append(captain["seat"])
    for (x, y), seats in there.items():
        for n, seat in enumerate(seats):
            yield ship(x + 24 * (n - (len(seats) - 1) / 2), y, seat)


def _legend() -> Iterator[str]:
    y = MAP + 14
    yield disc(26, y, port=True, closed=False, radius=11) + text(46, y + 6, "port", 17, SOFT)
    yield disc(112, y, port=False, closed=True, radius=11) + text(
        132, y + 6, "closed to trade", 17, SOFT
    )
    yield f'<path d="M262 {y}h60" stroke="{LANE}" stroke-width="4"/>'
    yield "".join(
        f'<circle cx="{x}" cy="{y}" r="8" fill="{NIGHT}" stroke="{LANE}" stroke-width="3"/>'
        for x in (280, 304)
    )
    yield text(332, y + 6, "2 spaces", 17, SOFT)
    yield ship(488, y, "red") + text(508, y + 6, "Red's ship", 17, SOFT)
    yield crate(612, y, "g", 3) + text(630, y + 6, "goods", 17, SOFT)


# --- the captains ---------------------------------------------------------------------------------


def _tall(view: View) -> int:
    """Room for the captain with most orders."""
    return 84 + 40 * max(
        1, *(len(captain["orders"]) + len(captain["loads"]) for captain in view["seats"])
    )


def _captains(view: View, tall: int) -> Iterator[str]:
    for place, captain in enumerate(view["seats"]):
        yield from _card(view, captain, plate_box(place, MAP + LEGEND, tall, WIDTH))


def _card(view: View, captain: CaptainSeen, box: Box) -> Iterator[str]:
    """Seat, money, damage points, upgrades and orders."""
    seat = captain["seat"]
    active = seat == view["turn"]
    x, y, wide, _ = box
    yield plate(box, on_turn=active)
    yield ship(x + 24, y + 24, seat)
    yield text(
        x + 48,
        y + 29,
        seat.capitalize() + (" · on turn" if active else " · out" if captain["out"] else ""),
        19,
        bold=True,
    )
    yield text(
        x + wide - 12,
        y + 29,
        f"{captain['credits']} of {view['goal']} cr.",
        19,
        anchor="end",
        bold=True,
    )
    fitted = [*captain["upgrades"], *(["licence"] if captain["licence"] else [])]
    yield text(
        x + 14,
        y + 55,
        " · ".join([f"damage points {captain['damage']} of {captain['most']}", *fitted]),
        16,
        SOFT,
    )
    yield from _rows(view, captain, x, y, wide)


def _exported(view: View, cargo: str) -> int:
    """The place of the planet that exports a cargo; behind all of them for what none does."""
    exports = [planet["export"] for planet in view["planets"]]
    return next((n for n, goods in enumerate(exports) if cargo.startswith(goods)), len(exports))


def _rows(view: View, captain: CaptainSeen, x: float, y: float, wide: float) -> Iterator[str]:
    """Orders with what they pay, and what is aboard, in two lines each."""
    rows = [
        (order["order"], f"{count(order['pay'], 'credit')}, {lies(order)}", order["aboard"])
        for order in captain["orders"]
    ]
    rows += [(load, "aboard", True) for load in captain["loads"]]
    for place, (what, how, aboard) in enumerate(rows):
        yield crate(x + 26, y + 80 + 40 * place, what, _exported(view, what), aboard=aboard)
        for line, words, most in ((0, what, 16), (1, how, 15)):
            size = next((one for one in range(most, 11, -1) if width(words, one) < wide - 58), 11)
            at, bold = y + 77 + 40 * place + 19 * line, line == 0
            yield text(x + 46, at, words, size, PAPER if bold else SOFT, bold=bold)
    if not rows:
        yield text(x + 14, y + 77, "no order", 16, SOFT)
