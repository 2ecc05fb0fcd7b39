"""Where a bot's ships would win, and where they gather."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from traders.engines.stratastar.bot.situation import Mind

VALUES = {"homeworld": 30.0, "colony": 8.0, "ships": 3.0}


def assailable(mind: Mind) -> Iterator[tuple[str, float, str]]:
    """Spaces of foes that a stack of one's own would win, with their value and the stack."""
    cards = mind.worth("attack")
    ships = {**mind.me, "colonies": {}, "homeworld": ""}
    stacks = [(stack, mind.force(ships, stack) + cards) for stack in mind.stacks(mind.me)]
    for foe in mind.foes:
        for space, value in _places(mind, foe):
            against = mind.held_by_foe(space) + mind.lot(f"bold {space}")
            for stack, mine in stacks:
                if stack != space and mine > against:
                    yield space, value, stack


def _places(mind: Mind, foe: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """What is to be won of a foe: the leader's is worth more."""
    leads = 1.5 if mind.leader and foe["seat"] == mind.leader["seat"] else 1.0
    if foe["homeworld"]:
        yield foe["homeworld"], leads * VALUES["homeworld"]
    for space in foe["colonies"]:
        yield space, leads * VALUES["colony"]
    for space in mind.stacks(foe):
        if space not in foe["colonies"] and space != foe["homeworld"]:
            yield space, leads * VALUES["ships"]


def muster(mind: Mind) -> str:
    """Where ships gather: the own space with most force of ships, nearest to the foes' Homeworlds;
    "" with fewer than two stacks.
    """
    stacks = mind.stacks(mind.me)
    far = mind.near(foe["homeworld"] for foe in mind.foes if foe["homeworld"])
    if len(stacks) < 2:
        return ""
    return max(stacks, key=lambda space: (mind.ships(mind.me, space), -far.get(space, 99), space))
