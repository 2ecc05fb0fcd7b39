"""The jumps of one turn, thought out to its end: what each attempt, won or lost, leads to, and
where it is best to stop.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from traders.engines.star_traders.edition.die_faces import FACES, SIDES
from traders.engines.star_traders.position.routes import Leg, Routes

ASTRAY = 1.5
"""By so many attempts a jump may lead away from the goal and still be thought of."""
MOST = 5
"""Attempts that are thought out."""


class Call(NamedTuple):
    """A world to call at, and the turns saved there."""

    world: str
    gain: float
    why: str


class Pilot(Protocol):
    """Whose turn it is."""

    @property
    def here(self) -> str: ...
    @property
    def ways(self) -> Routes: ...
    @property
    def later_ways(self) -> Routes: ...
    @property
    def attempt(self) -> float: ...
    @property
    def all_worlds(self) -> tuple[str, ...]: ...
    def action(self, world: str) -> float: ...


class Course:
    """A turn's attempts on the way to some calls. Values are turns saved."""

    def __init__(self, pilot: Pilot, calls: tuple[Call, ...], ways: Routes | None = None) -> None:
        self._pilot, self._calls, self._ways = pilot, calls, ways or pilot.ways
        self._later = pilot.later_ways
        self._rest = self._after()
        self._known: dict[tuple[str, int, int], float] = {}

    def _after(self) -> list[float]:
        """What is still to be had after each call, less what the way takes."""
        rest: list[float] = [0] * (len(self._calls) + 1)
        for place in range(len(self._calls) - 2, -1, -1):
            here, there = self._calls[place].world, self._calls[place + 1]
            way = self._later.cost(here, there.world)
            rest[place] = there.gain - self._pilot.attempt * way + rest[place + 1]
        return rest

    def stop(self, world: str, call: int) -> float:
        """To stay for the rest of the turn."""
        value = self._pilot.action(world)
        if call < len(self._calls):
            there = self._calls[call]
            way = self._later.cost(world, there.world)
            value += there.gain - self._pilot.attempt * way + self._rest[call]
        return value

    def arrive(self, world: str, call: int, left: int) -> float:
        """To come out of a jump."""
        gained: float = 0
        while call < len(self._calls) and self._calls[call].world == world:
            gained += self._calls[call].gain
            call += 1
        return gained + self.value(world, call, left)

    def value(self, world: str, call: int, left: int) -> float:
        """To be on a world with so many attempts left, and this call the next."""
        known = (world, call, left)
        if known not in self._known:
            self._known[known] = max(
                [
                    self.stop(world, call),
                    *(self.try_(leg, world, call, left) for leg in self._legs(world, call, left)),
                ]
            )
        return self._known[known]

    def try_(self, leg: Leg, world: str, call: int, left: int) -> float:
        """To attempt a jump."""
        odds = float(leg.odds)
        value = odds * self.arrive(leg.to, call, left - 1)
        return value + (1 - odds) * self.value(world, call, left - 1) if odds < 1 else value

    def _legs(self, world: str, call: int, left: int) -> list[Leg]:
        if not left:
            return []
        legs = self._ways.legs(world)
        if call >= len(self._calls):
            return list(legs)
        goal = self._calls[call].world
        most = self._ways.cost(world, goal) + ASTRAY
        return [leg for leg in legs if self._ways.cost(leg.to, goal) + leg.attempts <= most]

    def best(self, left: int) -> tuple[float, Leg | None]:
        """The best attempt from here, None where it is to stop; and what it is worth beyond
        stopping.
        """
        here, call, left = self._pilot.here, self.next_call(), min(left, MOST)
        stay = self.stop(here, call)
        tried = [
            (self.try_(leg, here, call, left), -place, leg)
            for place, leg in enumerate(self._legs(here, call, left))
        ]
        value, _, leg = max(tried, default=(stay, 0, None))
        return (value - stay, leg) if leg is not None and value > stay + 1e-9 else (0, None)

    def psychic(self, left: int) -> float:
        """What it is worth beyond stopping to roll first and choose the line then
        (ST-NEWPERSON-07).
        """
        here, call = self._pilot.here, self.next_call()
        stay = self.value(here, call, left - 1)
        arrived = [
            (leg.needs, self.arrive(leg.to, call, left - 1)) for leg in self._ways.legs(here)
        ]
        seen = sum(
            max([stay, *(value for needs, value in arrived if needs <= die)]) for die in FACES
        )
        return seen / SIDES - self.stop(here, call)

    def awesome(self, left: int) -> float:
        """What the best of three worlds by lot is worth beyond stopping (ST-NEWPERSON-03)."""
        call = self.next_call()
        found = sorted(self.arrive(world, call, left - 1) for world in self._pilot.all_worlds)
        share = [((place + 1) ** 3 - place**3) / len(found) ** 3 for place in range(len(found))]
        mean = sum(value * part for value, part in zip(found, share, strict=True))
        return mean - self.stop(self._pilot.here, call)

    def next_call(self) -> int:
        """The first call that is not the own world."""
        return self.call_from(self._pilot.here)

    def call_from(self, world: str) -> int:
        """The first call that is not this world."""
        call = 0
        while call < len(self._calls) and self._calls[call].world == world:
            call += 1
        return call
