"""The galaxy as a picture: over the chart's fixed part the ships, stations, counters and markers of
one view, beneath it the key.

A whole SVG document without scripts or outside references. It reads at a telephone's width, and
never by colour alone: seats have shapes and letters, lines have dashes, counters have arrows and
numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import hypot

from traders.engines.kernel.board.board_drawing import framed
from traders.engines.kernel.contract.contract import View
from traders.engines.star_traders.board.svg import contract_ways, svg_symbols
from traders.engines.star_traders.board.svg.background import SKY, Sky, sky
from traders.engines.star_traders.board.svg.layout import DISC, Line, Point, World
from traders.engines.star_traders.board.svg.legend import key, key_height
from traders.engines.star_traders.board.svg.svg_symbols import FONT


def board_svg(view: View) -> str:
    """The picture of what a seat sees."""
    drawn = _sky(view)
    left, top, right, bottom = drawn.frame
    width, height = right - left, bottom - top + key_height(view)
    sky_box = (
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{bottom - top:.0f}" '
        f'fill="{SKY}"/>'
    )
    body = "".join(
        [
            sky_box,
            drawn.svg,
            "".join(_pieces(view, drawn)),
            key(view, left, bottom, width),
        ]
    )
    return framed(
        body, escape(_title(view)), escape(described(view)), (left, top, width, height), FONT
    )


def _sky(view: View) -> Sky:
    chart = view["chart"]
    worlds = tuple(
        World(w["number"], w["name"], w["arm"], w["x"], w["y"], w["star"], w["shipyard"])
        for w in chart["worlds"]
    )
    return sky(worlds, tuple(Line(one, other, colour) for one, other, colour in chart["lines"]))


def _title(view: View) -> str:
    if view["over"]:
        return "Star Traders: the galaxy at the end of the game"
    return f"Star Traders: the galaxy in round {view['round']}, {view['turn'].capitalize()}'s turn"


def described(view: View) -> str:
    """The picture in words, for those who hear it."""
    told = []
    for trader in view["seats"]:
        if trader["out"]:
            told.append(f"{trader['seat'].capitalize()} has dropped out.")
            continue
        stations = (
            ", ".join(
                f"{world} (Imperial)" if world in trader["imperial"] else world
                for world in trader["stations"]
            )
            or "none"
        )
        cargo = ", ".join(cargo["cargo"] for cargo in trader["cargo"]) or "none"
        told.append(
            f"{trader['seat'].capitalize()} is at {trader['at']}; stations: {stations}; cargo: "
            f"{cargo}."
        )
    for contract in view["contracts"]:
        if contract is not None:
            told.append(
                f"Contract {contract['space']}: {contract['cargo']} from {contract['from']} to "
                f"{contract['to']}."
            )
    told += [f"{one['world']} is under Quarantine." for one in view["quarantines"]]
    return " ".join(told)


def _pieces(view: View, drawn: Sky) -> Iterator[str]:
    """All that moves, from the bottom layer up."""
    number = {world["name"]: world["number"] for world in view["chart"]["worlds"]}
    at = {name: drawn.at[n] for name, n in number.items()}
    jump = view["jump"] or view["last_jump"]
    if jump and jump["from"] and jump["to"] and jump["from"] != jump["to"]:
        yield svg_symbols.trail(at[jump["from"]], at[jump["to"]], broken=jump.get("failed", False))
    for one in sorted({one["world"] for one in view["quarantines"]}):
        yield svg_symbols.quarantine(*at[one], DISC)
    for trader in view["seats"]:
        for world in trader["stations"]:
            yield svg_symbols.station(trader["seat"], *at[world], DISC)
            if world in trader["imperial"]:
                yield svg_symbols.crown(*at[world], DISC)
    served = contract_ways.ways(view)
    yield from contract_ways.lines(served, at)
    yield drawn.names
    room = Room(drawn, number)
    yield from _ships(view, room)
    yield from _missions(view, room)
    yield from _counters(view, room, served)


class Room:
    """The free places round the worlds: what comes first has the best, and nothing lies on what
    stands already where that can be helped.
    """

    CLEAR = 31.0

    def __init__(self, drawn: Sky, number: dict[str, int]) -> None:
        self.drawn = drawn
        self.number = number
        self.taken: list[Point] = []

    def by(self, world: str) -> Point:
        """A place by a world, now taken."""
        number = self.number[world]
        x, y = self.drawn.at[number]
        near = list(self.drawn.places[number].slots)
        outer = [(x + (px - x) * 1.75, y + (py - y) * 1.75) for px, py in near]
        found = next((place for place in near[:6] + outer + near[6:] if self._clear(place)), None)
        if found is None:
            found = max(near + outer, key=self._nearest)
        self.taken.append(found)
        return found

    def _clear(self, place: Point) -> bool:
        return self._nearest(place) >= self.CLEAR

    def _nearest(self, place: Point) -> float:
        return min((hypot(place[0] - x, place[1] - y) for x, y in self.taken), default=1000.0)


def _ships(view: View, room: Room) -> Iterator[str]:
    for trader in view["seats"]:
        if trader["at"]:
            x, y = room.by(trader["at"])
            yield svg_symbols.ship(
                trader["seat"],
                x,
                y,
                cargo=len(trader["cargo"]),
                on_turn=trader["seat"] == view["turn"],
            )


def _missions(view: View, room: Room) -> Iterator[str]:
    """The Imperial markers beside pick-up and goal (ST-MISSION-09)."""
    for trader in view["seats"]:
        if trader["mission"]:
            for end, goal in (("from", False), ("to", True)):
                yield svg_symbols.mission(
                    trader["seat"], *room.by(trader["mission"][end]), goal=goal
                )


def _counters(view: View, room: Room, served: contract_ways.Ways) -> Iterator[str]:
    """Pick Up and Deliver counters (ST-SETUP-25), with the odds of the reader's way in a place
    of their own; those of Completed Contracts, lettered c, only at their destination.
    """
    for contract in view["contracts"]:
        if contract is not None:
            label = str(contract["space"])
            yield svg_symbols.counter(*room.by(contract["from"]), label, up=True)
            yield svg_symbols.counter(
                *room.by(contract["to"]), label, up=False, fill=svg_symbols.WANTED
            )
    for contract in view["completed"]:
        yield svg_symbols.counter(
            *room.by(contract["to"]), f"c{contract['number']}", up=False, fill=svg_symbols.COMPLETED
        )
    for space, legs in served.items():
        if legs:
            yield contract_ways.plate(
                *room.by(legs[-1][1].to), f"{space}: {contract_ways.odds(legs)}"
            )
