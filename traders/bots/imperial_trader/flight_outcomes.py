"""What a way of so many spaces comes to by the dice: time, damage, and sometimes the loss of the
ship.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from traders.engines.imperial_trader.tables import tables

PACE = 0.97
"""How likely no rival is at the goal after one action more."""


class Flight(NamedTuple):
    """The damage points left at the end of a way, each with its likelihood, and how likely the ship
    is lost on it; both times the likelihood that no rival has reached the goal meanwhile.
    """

    left: tuple[tuple[int, float], ...]
    lost: float


@lru_cache(maxsize=4_096)
def flight(spaces: int, damage: int, spirits: bool, pace: float = PACE) -> Flight:
    """The way of so many spaces with so many damage points (IT-FLY-01, IT-FLY-06)."""
    if not spaces:
        return Flight(((damage, 1),), 0)
    lost: float = 0
    left: dict[int, float] = {}
    for face, after, odds in throws(damage, spirits):
        if not after:
            lost += odds * pace
            continue
        rest = flight(max(0, spaces - face), after, spirits, pace)
        lost += odds * pace * rest.lost
        for points, likely in rest.left:
            left[points] = left.get(points, 0) + odds * pace * likely
    return Flight(tuple(left.items()), lost)


@lru_cache(maxsize=4_096)
def wrecked(damage: int, spirits: bool, flights: int) -> float:
    """How likely the ship is lost in so many Fly actions (IT-FLY-06, IT-DMG-01)."""
    if not damage or not flights:
        return float(not damage)
    return sum(
        odds * wrecked(left, spirits, flights - 1) for _, left, odds in throws(damage, spirits)
    )


@lru_cache(maxsize=64)
def throws(damage: int, spirits: bool) -> tuple[tuple[int, int, float], ...]:
    """What one Fly action may come to: the face, the damage points left (0: the ship is lost), and
    how likely that is (IT-FLY-06, IT-SHP-07).
    """
    game, found = tables().game, list[tuple[int, int, float]]()
    for face in range(1, game.die + 1):
        if face not in game.wear_on:
            found.append((face, damage, 1 / game.die))
            continue
        found += [(face, left, odds / game.die) for left, odds in hurt(damage, spirits)]
    return tuple(found)


@lru_cache(maxsize=64)
def hurt(damage: int, saves: bool) -> tuple[tuple[int, float], ...]:
    """The damage points left after a 1, each with its likelihood; an upgrade may save them
    (IT-FLY-07, IT-SHP-07, IT-SHP-08).
    """
    game = tables().game
    saved = (game.die + 1 - game.save_on) / game.die if saves else 0
    points = [
        (max(0, damage - lost), (1 - saved) / game.damage_die)
        for lost in range(1, game.damage_die + 1)
    ]
    return ((damage, saved), *points) if saves else tuple(points)
