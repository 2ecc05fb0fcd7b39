"""The odds of a planet's goods dice. What dice show is a number with a digit for each good, how
many dice show it, so that throws are added up as numbers are.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from traders.engines.traders_luck.tables import tables

BASE = 8
"""Of the digits; more than there are dice."""

Odds = Mapping[int, float]
"""How probable each throw is."""


@cache
def one(good: str) -> int:
    """A die that shows the good."""
    return int(BASE ** tables().goods.index(good))


@cache
def count(throw: int, good: str) -> int:
    """How many dice of a throw show the good."""
    return throw // one(good) % BASE


@cache
def _die(without: str = "") -> dict[int, float]:
    """The throw of one die; of one that does not show the good `without`."""
    faces = [face for face in tables().faces("goods") if face != without]
    return {one(face): faces.count(face) / len(faces) for face in faces}


@cache
def thrown(dice: int, without: str = "") -> dict[int, float]:
    """A throw of so many dice (TL-ROL-01)."""
    if not dice:
        return {0: 1}
    odds: dict[int, float] = {}
    for before, p in thrown(dice - 1, without).items():
        for face, q in _die(without).items():
            odds[before + face] = odds.get(before + face, 0) + p * q
    return odds


def shows(good: str, dice: int) -> float:
    """The chance that at least one of so many dice shows the good (TL-ROL-01)."""
    return float(1 - (1 - _die().get(one(good), 0)) ** dice)


@cache
def wished(good: str, more: int, dice: int) -> dict[int, float]:
    """What lies there when so many dice were thrown, and thrown again by the wish for so many more
    of the good: all that show it are set aside, else the first from the left (TL-PBM-02).
    """
    odds: dict[int, float] = {}
    for throw, p in thrown(dice).items():
        shown = count(throw, good)
        if shown >= more or dice - max(1, shown) <= 0:
            odds[throw] = odds.get(throw, 0) + p
        elif shown:
            added(odds, wished(good, more - shown, dice - shown), shown * one(good), p)
    if dice > 1 and more > 0:
        none = sum(p for throw, p in thrown(dice).items() if not count(throw, good))
        for face, q in _die(good).items():
            added(odds, wished(good, more, dice - 1), face, none * q)
    return odds


def added(odds: dict[int, float], later: Odds, aside: int, p: float) -> None:
    """Add what may lie there in the end, beside dice set aside, where it comes to that."""
    for throw, q in later.items():
        odds[throw + aside] = odds.get(throw + aside, 0) + p * q
