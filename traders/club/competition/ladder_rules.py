"""A ladder: people on rungs, the first highest; whoever stands lower challenges somebody above."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

Ladder = tuple[str, ...]
"""People, the highest first."""


class LadderRules(msgspec.Struct, frozen=True):
    """How a ladder is climbed."""

    reach: int = 3
    """Rungs above one's own that can be challenged."""
    idle_days: int = 60
    """Days without a game after which somebody drops; 0: never."""
    idle_costs: int = 1
    """Rungs that are lost then, for each such time."""


def why_not(ladder: Ladder, rules: LadderRules, challenger: str, challenged: str) -> str:
    """Why somebody cannot challenge somebody; empty where they can."""
    for person in (challenger, challenged):
        if person not in ladder:
            return f"{person} is not on the ladder."
    above = ladder.index(challenger) - ladder.index(challenged)
    if above == 0:
        return "Nobody can challenge themselves."
    if above < 0:
        return f"{challenged} stands below {challenger}: only those above can be challenged."
    if above > rules.reach:
        able = within_reach(ladder, rules, challenger)
        return (
            f"{challenged} stands {above} rungs above {challenger}; {rules.reach} are the most. "
            f"{challenger} can challenge {', '.join(able)}."
        )
    return ""


def within_reach(ladder: Ladder, rules: LadderRules, challenger: str) -> tuple[str, ...]:
    """Whom somebody can challenge, the nearest first."""
    at = ladder.index(challenger)
    return tuple(reversed(ladder[max(0, at - rules.reach) : at]))


def rung_of(ladder: Ladder, person: str) -> int:
    """Their rung, from 0.

    Raises `ValueError` where they are not on the ladder.
    """
    if person not in ladder:
        raise ValueError(f"{person} is not on the ladder.")
    return ladder.index(person)


def after_game(ladder: Ladder, finished: Sequence[Sequence[str]]) -> Ladder:
    """After a game of two or more, whose people share the rungs that they had in the order in which
    they finished. Each part of `finished` shares a place: these keep their order.

    Raises `ValueError` where somebody is not on the ladder, or stands twice.
    """
    order = [
        one for part in finished for one in sorted(part, key=lambda each: rung_of(ladder, each))
    ]
    if len(set(order)) < len(order):
        raise ValueError("Somebody finished twice in one game.")
    rungs = sorted(rung_of(ladder, one) for one in order)
    found = list(ladder)
    for rung, person in zip(rungs, order, strict=True):
        found[rung] = person
    return tuple(found)


def dropped(ladder: Ladder, person: str, rungs: int) -> Ladder:
    """Somebody goes down so many rungs, at most to the lowest; those between go up one.

    Raises `ValueError` where they are not on the ladder.
    """
    at = rung_of(ladder, person)
    rest = [one for one in ladder if one != person]
    rest.insert(at + rungs, person)
    return tuple(rest)


def joined(ladder: Ladder, person: str) -> Ladder:
    """Somebody begins, on the lowest rung."""
    return ladder if person in ladder else (*ladder, person)


def left(ladder: Ladder, person: str) -> Ladder:
    """Somebody is taken off; those below go up one."""
    return tuple(one for one in ladder if one != person)
