"""What waits for an organizer beside the games, as the morning letter tells it: packages above add
what they know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from traders.models import Club


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing, in a sentence or two."""

    words: str
    needs_you: bool = False
    answers: tuple[tuple[str, str], ...] = ()
    """Orders that can be sent as they are, each with what it does; `{n}` in one is the number that
    the letter gives the game.
    """
    game: str = ""
    """The end of the address of the game that it is about."""


KNOWN_BY: list[Callable[[Club, datetime], Iterable[Waiting]]] = []
"""Who knows of such things in a club."""


def waiting(club: Club, now: datetime) -> list[Waiting]:
    """All that waits, what needs an organizer first."""
    found = [one for known in KNOWN_BY for one in known(club, now)]
    return sorted(found, key=lambda one: not one.needs_you)
