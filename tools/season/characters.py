"""The people of a simulated season: how soon each answers, and when they do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from random import Random

from tools.simulation.delays import Delay
from traders.models import Player

DAY = timedelta(days=1)


class Character(StrEnum):
    """How somebody plays by letter."""

    QUICK = "quick"
    STEADY = "steady"
    SLOW = "slow"
    AWAY = "away"
    """Announces a vacation, once."""
    GONE = "gone"
    """Stops answering one day."""
    QUARRELSOME = "quarrelsome"
    """Makes claims."""


class Going(StrEnum):
    """How somebody goes."""

    SILENT = "silent"
    BOUNCES = "mailbox dead"
    RESIGNS = "resigns"


DELAYS = {
    Character.QUICK: Delay(3, 10),
    Character.STEADY: Delay(9, 30),
    Character.SLOW: Delay(36, 58),
    Character.AWAY: Delay(9, 30),
    Character.GONE: Delay(9, 30),
    Character.QUARRELSOME: Delay(6, 24),
}
"""How many hours after a letter they answer it."""
STANDING_IN = Delay(5, 18)
"""How many hours after it is offered a seat a substitute answers."""
AT_IT = Delay(0.1, 0.5)
"""How many hours after a letter that follows from one's own, while one is at it."""
_C = Character
IN_TWENTY = (
    _C.GONE, _C.QUARRELSOME, _C.SLOW, _C.AWAY, _C.QUICK, _C.STEADY, _C.STEADY, _C.QUICK, _C.SLOW,
    _C.STEADY, _C.GONE, _C.QUICK, _C.STEADY, _C.AWAY, _C.QUICK, _C.STEADY, _C.SLOW, _C.QUICK,
    _C.STEADY, _C.STEADY,
)  # fmt: skip
"""Of twenty people, in the order of their names, who plays how."""
CLAIMS = 0.5
"""The probability that an answer of somebody quarrelsome brings the game's claim."""


@dataclass(slots=True, eq=False)
class Person:
    """One of the season's people."""

    player: Player
    character: Character
    goes: datetime | None = None
    """When they stop answering."""
    way: Going = Going.SILENT
    away: tuple[datetime, datetime] | None = None
    """From when until when they answer nothing, as they announced."""
    claimed: set[int] = field(default_factory=set)
    """Games in which they made a claim."""

    def gone(self, at: datetime) -> bool:
        """Whether they have stopped answering."""
        return self.goes is not None and at >= self.goes

    def answers(self, told: datetime, random: Random, *, at_it: bool = False) -> datetime:
        """When they answer what they were told then; `at_it`: it follows from their own letter."""
        delay = AT_IT if at_it else DELAYS[self.character]
        at = told + timedelta(hours=delay.draw(random))
        if self.away and self.away[0] <= at < self.away[1]:
            at = self.away[1] + timedelta(hours=AT_IT.draw(random))
        return at.replace(microsecond=0)


def people_of(
    players: Sequence[Player], begins: datetime, every: int, rounds: int, seed: int
) -> list[Person]:
    """Give each a character, and those who go or are away their days: who goes, goes in the first
    days of a round.
    """
    random = Random(seed)
    found = [
        Person(player, IN_TWENTY[number % len(IN_TWENTY)]) for number, player in enumerate(players)
    ]
    gone = [one for one in found if one.character == Character.GONE]
    for number, one in enumerate(gone):
        one.way = tuple(Going)[(number + seed) % len(Going)]
        round_ = random.randrange(max(1, rounds - 1))
        one.goes = (begins + DAY * (every * round_ + random.uniform(1, 3))).replace(microsecond=0)
    for one in found:
        if one.character == Character.AWAY:
            first = begins + DAY * (every * random.randrange(rounds) + random.randint(2, 5))
            first = first.replace(hour=0, minute=0, second=0)
            one.away = (first, first + DAY * random.randint(6, 14))
    return found
