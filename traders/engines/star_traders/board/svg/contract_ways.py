"""The ways to the contracts, drawn for the seat whose view it is: a line beside the jumplines with
the number of the contract on it and dashes of its own, so that no colour is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import hypot, prod

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.contract.suggestion import percent
from traders.engines.star_traders.board.svg.layout import DISC, Point
from traders.engines.star_traders.board.svg.svg_symbols import NIGHT, drawn, text
from traders.engines.star_traders.position.routes import Leg, contract_legs, routes

DASHES = ("none", "14 5", "5 5", "16 4 3 4", "2 6", "22 5 6 5")
APART = 7.0
PALE = "#e8ecff"

Ways = Mapping[int, list[tuple[str, Leg]]]
"""The jumps to serve a contract, by its space."""


def ways(view: View) -> Ways:
    """The ways of the seat whose view it is; none for spectators."""
    contracts = [one for one in view["contracts"] if one is not None and one.get("way")]
    if not contracts:
        return {}
    found = routes(view, view["seat"])
    return {one["space"]: contract_legs(view, one, found) for one in contracts}


def odds(legs: list[tuple[str, Leg]]) -> str:
    """The chance that no jump of a way fails: `69 %`."""
    return percent(prod((leg.odds for _, leg in legs), start=Fraction(1)))


def _jumps(legs: list[tuple[str, Leg]]) -> list[tuple[str, str]]:
    return [(start, leg.to) for start, leg in legs]


def plate(x: float, y: float, words: str) -> str:
    """The odds of a way, beside its goal."""
    box = drawn("rect", x=x - 30, y=y - 9, width=60, height=18, rx=5, fill=NIGHT, stroke=PALE)
    return box + text(x, y + 5, words, 14, PALE, anchor="middle", bold=True)


def lines(found: Ways, at: Mapping[str, Point]) -> Iterator[str]:
    """The lines, side by side where several go the same way, one where a way goes to and fro; then
    their numbers.
    """
    labels = []
    for place, (space, legs) in enumerate(found.items()):
        aside = (APART + 4 * (place // 2)) * (-1) ** place
        for start, to in dict.fromkeys((min(ends), max(ends)) for ends in _jumps(legs)):
            (x, y), (u, v) = _beside(at[start], at[to], aside)
            yield drawn(
                "path",
                d=f"M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}",
                stroke=PALE,
                stroke_width=3,
                stroke_opacity="0.85",
                stroke_dasharray=DASHES[place % len(DASHES)],
            )
            share = (place + 1) / (len(found) + 1)
            labels.append((x + (u - x) * share, y + (v - y) * share, str(space)))
    for x, y, label in labels:
        yield drawn("circle", cx=x, cy=y, r=9, fill=NIGHT, stroke=PALE, stroke_width=2)
        yield text(x, y + 5, label, 14, PALE, anchor="middle", bold=True)


def _beside(start: Point, end: Point, aside: float) -> tuple[Point, Point]:
    """A jump's line from rim to rim, moved aside."""
    (x, y), (u, v) = start, end
    far = hypot(u - x, v - y) or 1.0
    along, across = ((u - x) / far, (v - y) / far), ((y - v) / far, (u - x) / far)
    right, down = across[0] * aside, across[1] * aside
    rim = min(DISC + 4, far / 3)
    return (
        (x + along[0] * rim + right, y + along[1] * rim + down),
        (u - along[0] * rim + right, v - along[1] * rim + down),
    )
