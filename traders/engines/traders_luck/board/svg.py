"""The table as a picture: the planet with its dice, its price table, and each Trader's days, hold
and credits. A whole SVG document without scripts or outside references. It reads at a telephone's
width, and never by colour alone: goods, faces and seats have words and letters.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from traders.engines.kernel.board.board_drawing import (
    AMBER,
    GOLD,
    GRID,
    INK,
    PAPER,
    SEATS,
    SHUT,
    SOFT,
    Box,
    by_night,
    ink,
    plate,
    plate_box,
    text,
)
from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.words import count
from traders.engines.traders_luck.position.view_types import DieSeen, PlanetSeen, TraderSeen

WIDTH = 700
SKY = "#11173a"
GOODS = {
    "food": "#3f8f4f",
    "ore": "#8a6f4d",
    "robots": "#47688f",
    "medicine": "#b0475a",
    "luxury": "#8153a3",
}
FACES = {"police": "#1f4fa3", "pirate": "#8f1d1d", "trader": "#a8660b"}
ROUND = {"small": 46, "medium": 62, "big": 78}
TOP, ROW = 250, 48
CARD = 118
TRIP = (216.0, 52.0)
"""Width and height of the plate of a size to travel to."""


def board_svg(view: View) -> str:
    """The picture of what a seat sees."""
    height = _cards_top(view) + CARD * ((len(view["seats"]) + 1) // 2) + 14
    body = "".join([*_planet(view), *_trips(view), *_prices(view), *_traders(view)])
    return by_night(body, escape(_title(view)), escape(described(view)), WIDTH, height)


def top(view: View) -> int:
    """Where the price table begins: lower while the sizes to travel to stand above it."""
    return TOP + (66 if view["stage"] == "travel" else 0)


def _cards_top(view: View) -> int:
    return top(view) + ROW * (len(view["prices"]) + 1) + 36


def _title(view: View) -> str:
    if view["over"]:
        return "Star Trader's Luck: the end of the game"
    return f"Star Trader's Luck: turn {view['number']}, {view['turn'].capitalize()}'s turn"


def described(view: View) -> str:
    """The picture in words, for those who hear it."""
    planet = view["planet"]
    told = []
    if planet is not None:
        faces = ", ".join(die["face"] or "not rolled" for die in planet["dice"])
        told.append(f"A {planet['size']} planet; dice: {faces}.")
    for trader in view["seats"]:
        cargo = ", ".join(lot["words"] for lot in trader["cargo"]) or "no cargo"
        money = f"{count(trader['credits'], 'credit')}, " if "credits" in trader else ""
        told.append(
            f"{trader['seat'].capitalize()}: {money}{trader['days']} of "
            f"{count(view['days'], 'day')}, {cargo}."
        )
    return " ".join(told)


# --- the planet -----------------------------------------------------------------------------------


def _planet(view: View) -> Iterator[str]:
    yield f'<rect width="{WIDTH}" height="{TOP - 14}" fill="{SKY}"/>'
    planet = view["planet"]
    if planet is None:
        yield text(WIDTH / 2, 118, "No planet has been reached yet", 24, PAPER, "middle")
        return
    radius = ROUND[planet["size"]]
    yield f'<circle cx="96" cy="112" r="{radius}" fill="#3d5a94"/>'
    yield (
        f'<path d="M {96 - radius} 112 A {radius} {radius * 0.34:.0f} 0 0 0 {96 + radius} 112" '
        'fill="none" stroke="#8fa6d6" stroke-width="3"/>'
    )
    yield text(96, 118, planet["size"].upper(), 18, PAPER, "middle", bold=True)
    yield text(96, 216, _where(view, planet), 17, SOFT, "middle")
    goods = [die for die in planet["dice"] if die["kind"] == "goods"]
    others = [die for die in planet["dice"] if die["kind"] != "goods"]
    for place, die in enumerate(goods):
        yield from _die(view, die, 196 + place * 98, 26)
    for place, die in enumerate(others):
        yield from _die(view, die, 196 + place * 98, 128)
    if any(die["kept"] for die in planet["dice"]) and view["stage"] == "roll":
        yield text(WIDTH - 12, 230, "gold frame and dot: set aside", 16, SOFT, "end")


def _where(view: View, planet: PlanetSeen) -> str:
    if planet["reached"]:
        return f"{view['turn'].capitalize()} is here" if view["turn"] else ""
    return f"{planet['by'].capitalize()} was here"


def _die(view: View, die: DieSeen, x: int, y: int) -> Iterator[str]:
    """A die with its face in a letter and a word; a gold frame and a dot if it was set aside."""
    face = die["face"]
    fill = GOODS.get(face) or FACES.get(face, "#6d7890")
    kept = die["kept"] and view["stage"] == "roll"
    edge = GOLD if kept else "#e8ecf5"
    yield (
        f'<rect x="{x}" y="{y}" width="84" height="84" rx="13" fill="{fill}" stroke="{edge}" '
        f'stroke-width="{5 if kept else 2}"/>'
    )
    mark = {"no police": "–", "blank": "–", "": "?"}.get(face, face[:1].upper())
    yield text(x + 42, y + 50, mark, 36, PAPER, "middle", bold=True)
    yield text(x + 42, y + 73, face, 16, PAPER, "middle")
    if kept:
        yield f'<circle cx="{x + 70}" cy="{y + 14}" r="6" fill="{GOLD}"/>'


def trips(view: View) -> list[tuple[float, float]]:
    """Where the sizes stand to which the seat on turn may travel: left upper corners."""
    if view["stage"] != "travel":
        return []
    return [(14 + n * 228, TOP - 2) for n in range(len(view["sizes"]))]


def _trips(view: View) -> Iterator[str]:
    for (x, y), one in zip(trips(view), view["sizes"], strict=False):
        yield plate((x, y, *TRIP))
        radius = ROUND[one["size"]] / 4
        yield f'<circle cx="{x + 30:.0f}" cy="{y + 26:.0f}" r="{radius:.0f}" fill="#3d5a94"/>'
        yield text(x + 62, y + 23, one["size"].capitalize(), 18, bold=True)
        days = f"{count(one['days'], 'day')}, {one['dice']} goods dice"
        yield text(x + 62, y + 42, days, 15, SOFT)


# --- the price table ------------------------------------------------------------------------------


def _prices(view: View) -> Iterator[str]:
    """Rows of goods, columns of dice shown; the price that holds here is ringed."""
    above = top(view)
    columns = [300 + 78 * n for n in range(5)]
    yield plate((14, above, WIDTH - 28, ROW * (len(view["prices"]) + 1) + 8))
    yield text(30, above + 25, "Unit price by dice that show it", 16, SOFT)
    for n, x in enumerate(columns, 1):
        yield text(x, above + 25, str(n), 16, SOFT, "middle", bold=True)
    here = (
        {row["good"]: row for row in view["planet"]["market"]} if view["planet"] is not None else {}
    )
    for place, row in enumerate(view["prices"], 1):
        y = above + ROW * place + 24
        good = row["good"]
        yield f'<rect x="30" y="{y - 16}" width="18" height="18" rx="4" fill="{GOODS[good]}"/>'
        yield text(58, y, good.capitalize(), 17, bold=True)
        shown = here[good]["shown"] if here else 0
        if here and not shown:
            yield text(166, y, "illegal here", 16, SHUT)
        for n, (x, price) in enumerate(zip(columns, row["price"], strict=True), 1):
            if n == shown:
                yield (
                    f'<rect x="{x - 26}" y="{y - 20}" width="52" height="27" rx="13" '
                    f'fill="#fff0dc" stroke="{GOLD}" stroke-width="2"/>'
                )
            yield text(
                x,
                y,
                str(price),
                18,
                INK if n == shown else PAPER if not here else SOFT,
                "middle",
                bold=n == shown,
            )


# --- the Traders ----------------------------------------------------------------------------------


def _traders(view: View) -> Iterator[str]:
    for place, trader in enumerate(view["seats"]):
        yield from _card(view, trader, card_box(view, place))


def card_box(view: View, place: int) -> Box:
    """Where the plate of the Trader in that place lies."""
    return plate_box(place, _cards_top(view), CARD, WIDTH)


def _card(view: View, trader: TraderSeen, box: Box) -> Iterator[str]:
    """Seat, credits, the track of days, the hold unit by unit."""
    seat = trader["seat"]
    active = seat == view["turn"]
    x, y, wide, _ = box
    yield plate(box, on_turn=active)
    yield f'<circle cx="{x + 24:.0f}" cy="{y + 24}" r="14" fill="{SEATS[seat]}" stroke="{PAPER}"/>'
    yield text(x + 24, y + 30, seat[:1].upper(), 16, ink(seat), "middle", bold=True)
    name = seat.capitalize() + (
        " · on turn"
        if active
        else " · out"
        if trader["out"]
        else " · finished"
        if trader["finished"]
        else ""
    )
    yield text(x + 46, y + 30, name, 17, bold=True)
    money = f"{trader['credits']} cr." if "credits" in trader else "private"
    yield text(x + wide - 12, y + 30, money, 18, anchor="end", bold=True)
    track = wide - 130
    share = min(1.0, trader["days"] / view["days"])
    yield (
        f'<rect x="{x + 14:.0f}" y="{y + 48}" width="{track:.0f}" height="10" rx="5" '
        f'fill="{GRID}"/>'
    )
    yield (
        f'<rect x="{x + 14:.0f}" y="{y + 48}" width="{track * share:.0f}" height="10" rx="5" '
        f'fill="{AMBER}"/>'
    )
    yield text(
        x + wide - 12, y + 58, f"{trader['days']} of {count(view['days'], 'day')}", 16, SOFT, "end"
    )
    yield from _hold(trader, x + 14, y + 66, wide)


def _hold(trader: TraderSeen, x: float, y: float, wide: float) -> Iterator[str]:
    units = [lot["good"] for lot in trader["cargo"] for _ in range(lot["n"])]
    places = max(trader["bay"], len(units))
    step = min(26.0, (wide - (190 if "missiles" in trader else 28)) / max(1, places))
    for place in range(places):
        left = x + place * step
        good = units[place] if place < len(units) else ""
        fill = GOODS.get(good, "none")
        yield (
            f'<rect x="{left:.0f}" y="{y}" width="{step - 4:.0f}" height="22" rx="4" '
            f'fill="{fill}" stroke="{SOFT}"/>'
        )
        if good and step > 15:
            middle = left + (step - 4) / 2
            yield text(middle, y + 16, good[:1].upper(), 14, PAPER, "middle", bold=True)
    if "missiles" in trader:
        held = f"missiles {trader['missiles']} · shields {trader['shields']}"
        won = f"Piracy {trader['piracy']} · Bounty {trader['bounty']}"
        yield text(x + wide - 26, y + 13, held, 15, SOFT, "end")
        yield text(x + wide - 26, y + 31, won, 15, SOFT, "end")
