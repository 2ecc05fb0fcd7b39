"""A bot's standing orders, said at the end of its turn: nobody waits for its answers."""

from __future__ import annotations

from collections.abc import Iterator

from traders.bots.stratastar.unseen_cards_and_assaults import REACH, Prospect
from traders.engines.stratastar.position.galaxy import beside

MOST = 4
"""Colonies that are closed, and stacks for which a way out is named."""


def standing(mind: Prospect) -> Iterator[str]:
    """The Homeworld is closed by Diplomacy, colonies where it is in no danger; a stack steps aside
    before one that would beat it.
    """
    if mind.has("diplomacy") and not mind.danger:
        yield from _closed(mind)
    if mind.home:
        for foe in mind.foes:
            if mind.has("diplomacy"):
                yield f"when {foe['seat']} enters {mind.home}: block {mind.home}"
            if mind.has("defend_homeworld") and mind.worth("move") >= DEFENCE:
                yield f"when {foe['seat']} enters {mind.home}: defend"
    if mind.has("retreat"):
        yield from _retreats(mind)


def _closed(mind: Prospect) -> Iterator[str]:
    """Colonies that a foe's ships are nearest to."""
    found = sorted(
        (mind.near([space]).get(stack, 99), foe["seat"], space)
        for foe in mind.foes
        for stack in mind.stacks(foe)
        for space in mind.me["colonies"]
    )
    near = dict.fromkeys((seat, space) for far, seat, space in found if 0 < far <= REACH)
    for seat, space in list(near)[:MOST]:
        yield f"when {seat} enters {space}: block {space}"


def _retreats(mind: Prospect) -> Iterator[str]:
    usual = 0.3 * int(mind.me["hand_limit"])
    home = mind.near([mind.home]) if mind.home else {}
    named = 0
    for stack in mind.stacks(mind.me):
        ways = [
            to
            for to in beside(stack)
            if to not in mind.barred and not any(mind.force(one, to) for one in mind.others)
        ]
        if stack == mind.home or not ways or named == MOST:
            continue
        far = mind.near([stack])
        for foe in mind.foes:
            feared = any(
                mind.force({**foe, "colonies": {}, "homeworld": ""}, other) + 1
                > mind.force(mind.me, stack) + usual - 1
                for other in mind.stacks(foe)
                if 0 < far.get(other, 99) <= REACH
            )
            if feared:
                named += 1
                to = min(ways, key=lambda space: (home.get(space, 99), space))
                yield f"when {foe['seat']} enters {stack}: retreat from {stack} to {to}"


DEFENCE = 5
"""Moves that bring all Fleets home."""
