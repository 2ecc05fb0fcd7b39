"""The sub-sector as a picture: planets, lanes with their spaces, ships, wars and fallen worlds, and each captain's money and orders. A whole
SVG document without scripts or outside references; nothing is told by colour alone."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import cos, pi, sin
from typing import Any

from traders.engines.contract import View
from traders.engines.imperial_trader.board_text import marks_of, where

WIDTH, MAP = 700, 560
FONT = "Roboto, Helvetica, Arial, sans-serif"
SKY, PAPER, INK, FAINT, LINE = "#101b33", "#ffffff", "#1c2433", "#5a6579", "#c9d0dc"
SEATS = {
    "red": "#c0392b",
    "blue": "#2667b5",
    "green": "#2d8a4e",
    "yellow": "#d9b310",
    "purple": "#7d3fa0",
    "orange": "#d9761a",
    "white": "#f4f4f4",
    "black": "#22252b",
}
LIGHT = frozenset({"yellow", "white"})
CARD = 128


def board_svg(view: View) -> str:
    """The picture of what a seat sees."""
    height = MAP + 14 + CARD * ((len(view["seats"]) + 1) // 2) + 14
    body = "".join([*_lanes(view), *_planets(view), *_ships(view), *_captains(view)])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img"'
        f' aria-labelledby="board-title board-desc" font-family="{FONT}"><title id="board-title">{escape(_title(view))}</title>'
        f'<desc id="board-desc">{escape(described(view))}</desc><rect width="{WIDTH}" height="{height}" fill="#eef1f6"/>'
        f'<rect width="{WIDTH}" height="{MAP}" fill="{SKY}"/>{body}</svg>'
    )


def _title(view: View) -> str:
    if view["over"]:
        return "Imperial Trader: the end of the game"
    return f"Imperial Trader: round {view['round']}" + (f", {view['turn'].capitalize()}'s turn" if view["turn"] else ", set-up")


def described(view: View) -> str:
    """The picture in words, for those who hear it."""
    told = [f"{one['name']}: {', '.join(marks_of(view, one))}." for one in view["planets"] if marks_of(view, one)]
    for captain in view["seats"]:
        held = ", ".join(order["order"] for order in captain["orders"]) or "no order"
        told.append(f"{captain['seat'].capitalize()}: {captain['credits']} credits, {where(captain)}, {held}.")
    return " ".join(told)


def _text(x: float, y: float, words: str, size: int = 15, fill: str = INK, anchor: str = "start", weight: str = "normal") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}" font-weight="{weight}">{escape(words)}</text>'


# --- the sub-sector ------------------------------------------------------------------------------------------------------------------


def _spots(view: View) -> dict[str, tuple[float, float]]:
    """Planets on a ring in the chart's order, each frontier world after the planet to which it is joined."""
    found = {one["at"] for one in view["frontier"]}
    names = [planet["name"] for planet in view["planets"] if planet["name"] not in found]
    for lane in view["lanes"]:
        for new in found & set(lane["between"]):
            names.insert(names.index(next(end for end in lane["between"] if end != new)) + 1, new)
    turn = 2 * pi / len(names)
    return {name: (WIDTH / 2 + 240 * sin(turn * i), MAP / 2 - 20 - 190 * cos(turn * i)) for i, name in enumerate(names)}


def _between(view: View, start: str, goal: str, n: int) -> tuple[float, float]:
    """The n-th space of the lane from `start`."""
    spots = _spots(view)
    spaces = next(lane["spaces"] for lane in view["lanes"] if set(lane["between"]) == {start, goal})
    (x, y), (u, v) = spots[start], spots[goal]
    share = 0.16 + 0.68 * (n - 0.5) / spaces
    return x + (u - x) * share, y + (v - y) * share


def _lanes(view: View) -> Iterator[str]:
    spots = _spots(view)
    for lane in view["lanes"]:
        (x, y), (u, v) = (spots[end] for end in lane["between"])
        yield f'<line x1="{x:.0f}" y1="{y:.0f}" x2="{u:.0f}" y2="{v:.0f}" stroke="#52658f" stroke-width="3"/>'
        for n in range(1, lane["spaces"] + 1):
            a, b = _between(view, lane["between"][0], lane["between"][1], n)
            yield f'<circle cx="{a:.0f}" cy="{b:.0f}" r="9" fill="{SKY}" stroke="#8fa6d6" stroke-width="2"/>'


def _planets(view: View) -> Iterator[str]:
    for planet in view["planets"]:
        x, y = _spots(view)[planet["name"]]
        marks = marks_of(view, planet)
        edge = "#ff8a7a" if planet["closed"] else "#f2c14e" if planet["port"] else "#e8ecf5"
        dash = ' stroke-dasharray="6 4"' if marks else ""
        yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="26" fill="#3d5a94" stroke="{edge}" stroke-width="4"{dash}/>'
        yield _text(x, y + 44, planet["name"], 17, PAPER, "middle", "bold")
        kind = f"{planet['class']}{', port' if planet['port'] else ''}"
        yield _text(x, y + 60, planet["export"][:28], 13, "#cfd9ee", "middle")
        yield _text(x, y + 75, kind, 13, "#cfd9ee", "middle")
        if marks:
            yield _text(x, y - 34, ", ".join(marks), 14, "#ffb3a8", "middle", "bold")


def _ships(view: View) -> Iterator[str]:
    """Ships side by side where several stand in one place."""
    here: dict[str, int] = {}
    for captain in view["seats"]:
        if captain["out"]:
            continue
        x, y = _spots(view)[captain["planet"]] if captain["planet"] else _between(view, *captain["lane"])
        key = f"{x:.0f} {y:.0f}"
        x += 20 * here.get(key, 0) - (10 if captain["planet"] else 0)
        here[key] = here.get(key, 0) + 1
        seat = captain["seat"]
        yield (
            f'<path d="M {x:.0f} {y - 13:.0f} l 11 22 l -22 0 z" fill="{SEATS[seat]}" stroke="{PAPER}" stroke-width="2"/>'
            f"{_text(x, y + 7, seat[:1].upper(), 12, INK if seat in LIGHT else PAPER, 'middle', 'bold')}"
        )


# --- the captains --------------------------------------------------------------------------------------------------------------------


def _captains(view: View) -> Iterator[str]:
    wide = (WIDTH - 42) / 2
    for place, captain in enumerate(view["seats"]):
        yield from _card(view, captain, 14 + (place % 2) * (wide + 14), MAP + 14 + (place // 2) * CARD, wide)


def _card(view: View, captain: dict[str, Any], x: float, y: float, wide: float) -> Iterator[str]:
    """Seat, money, damage points, upgrades and orders."""
    seat = captain["seat"]
    active = seat == view["turn"]
    yield (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{CARD - 12}" rx="10" fill="{PAPER}"'
        f' stroke="{INK if active else LINE}" stroke-width="{3 if active else 1}"/>'
    )
    yield f'<circle cx="{x + 24:.0f}" cy="{y + 24:.0f}" r="14" fill="{SEATS[seat]}" stroke="{INK}"/>'
    yield _text(x + 24, y + 30, seat[:1].upper(), 16, INK if seat in LIGHT else PAPER, "middle", "bold")
    yield _text(x + 46, y + 30, seat.capitalize() + (" · on turn" if active else " · out" if captain["out"] else ""), 17, weight="bold")
    yield _text(x + wide - 12, y + 30, f"{captain['credits']} cr.", 18, anchor="end", weight="bold")
    fitted = [*captain["upgrades"], *(["licence"] if captain["licence"] else [])]
    yield _text(
        x + 14, y + 56, f"damage points {captain['damage']} of {captain['most']}" + "".join(f" · {one}" for one in fitted), 14, FAINT
    )
    rows = [f"{order['order']}: {order['pay']}{' (aboard)' if order['aboard'] else ''}" for order in captain["orders"]] + captain["loads"]
    for place, row in enumerate(rows[:3]):
        yield _text(x + 14, y + 76 + 18 * place, row[:44], 14)
