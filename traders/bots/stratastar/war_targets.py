"""Where a bot's ships would win, and where they gather."""

from __future__ import annotations

from collections.abc import Iterator

from traders.bots.stratastar.situation import LIKELY, Mind
from traders.engines.stratastar.seen import EmpireSeen

VALUES = {"homeworld": 30.0, "colony": 8.0, "ships": 3.0}


def assailable(mind: Mind) -> Iterator[tuple[str, float, str]]:
    """Spaces of foes that a stack of one's own would win, with their value and the stack: by the
    cards at hand where it can be there in this turn, else by those that a hand mostly holds, so
    that it goes on where it was going.
    """
    cards, usual = mind.worth("attack"), LIKELY * int(mind.me["hand_limit"])
    reach = int(mind.view["free_moves"]) + mind.worth("move", research=False)
    ships: EmpireSeen = {**mind.me, "colonies": {}, "homeworld": ""}
    stacks = [
        (stack, mind.force(ships, stack))
        for stack in mind.stacks(mind.me)
        if not stays(mind, stack)
    ]
    for foe in mind.foes:
        for space, value in _places(mind, foe):
            far = mind.near([space])
            for stack, mine in stacks:
                here = far.get(stack, 99) <= reach
                against = mind.held_by_foe(space) + (mind.lot(f"bold {space}") if here else 1)
                if stack != space and mine + (cards if here else usual) > against:
                    yield space, value, stack


def stays(mind: Mind, space: str) -> bool:
    """Whether own ships stay where they are: they would win there, or are the last at a Homeworld
    near which a foe's ships stand.
    """
    here = mind.held_by_foe(space)
    return bool(here and mind.force(mind.me, space) + mind.worth("attack") > here) or (
        space == mind.me["homeworld"] and mind.ships(mind.me, space) == 1 and mind.watched
    )


def _places(mind: Mind, foe: EmpireSeen) -> Iterator[tuple[str, float]]:
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
