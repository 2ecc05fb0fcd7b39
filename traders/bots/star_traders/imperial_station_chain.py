"""How a seat goes about the advanced game: a chain of own stations, made Imperial one by one."""

from __future__ import annotations

from collections.abc import Set
from functools import cached_property, lru_cache

from traders.bots.star_traders.situation import Situation
from traders.engines.star_traders.position.routes import UNREACHABLE, Lines

FACES = 3
"""Faces of the die that have to grant a petition that is made."""
NEAR = 4
"""Attempts that a site may be away before trade is thought of instead."""
LEAST = 5
"""Prestige that a petition for a station should leave to lose."""


@lru_cache(maxsize=16)
def _joined(lines: Lines) -> dict[str, frozenset[str]]:
    """The worlds next to each world."""
    found: dict[str, set[str]] = {}
    for one, other, _ in lines:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {world: frozenset(near) for world, near in found.items()}


class Chain(Situation):
    """What a seat sees, and its stations."""

    def near(self, world: str) -> frozenset[str]:
        """The worlds next to this one."""
        return _joined(self.lines).get(world, frozenset())

    def _grown(self, start: set[str], among: Set[str]) -> set[str]:
        """All of these worlds that hang together with the first ones."""
        found: set[str] = set()
        ahead = [world for world in start if world in among]
        while ahead:
            world = ahead.pop()
            if world not in found:
                found.add(world)
                ahead += [other for other in self.near(world) if other in among]
        return found

    @cached_property
    def core(self) -> set[str]:
        """The own stations that hang together and are to become the chain: the most of them
        Imperial, with room to grow long enough.
        """
        own = set(self.me["stations"])
        room, left, parts = own | self._free, set(own), list[set[str]]()
        while left:
            parts.append(self._grown({min(left)}, own))
            left -= parts[-1]
        return max(
            parts,
            key=lambda part: (
                len(self._grown(part, room)) >= self.view["chain_needed"],
                3 * len(part & set(self.me["imperial"])) + len(part),
                self.lot("core", min(part)),
            ),
            default=set(),
        )

    @property
    def _free(self) -> set[str]:
        """Worlds without a station."""
        return set(self.all_worlds) - self.held

    @cached_property
    def beside(self) -> set[str]:
        """Worlds next to the stations that are to become the chain."""
        return {world for own in self.core for world in self.near(own)} - self.core

    def chain_goal(self) -> tuple[str, str]:
        """Where to go for the chain and what for: to petition where the odds are fair, to build
        next to the chain; "" where trade is better.
        """
        ordinary = {world for world in self.core if self.rules(world)}
        if ordinary and (world := self._nearest(self._next_to_chain(ordinary))):
            return world, "court"
        wanted = self.stellors >= self.own["station_price"] + NEAR and not self.aboard
        sites = filter(self.extends, self._free) if wanted else ()
        world = self._nearest(set(sites))
        if world and self.ways.cost(self.here, world) <= NEAR:
            return world, "build"
        return "", ""

    def _next_to_chain(self, ordinary: set[str]) -> set[str]:
        """Of these stations those joined to the chain that there is, if any are."""
        chain = set(self.me["chain"])
        return {world for world in ordinary if self.near(world) & chain} or ordinary

    def _nearest(self, worlds: set[str]) -> str:
        cost = {world: self.ways.cost(self.here, world) for world in worlds}
        found = min(worlds, key=lambda world: (cost[world], world), default="")
        return found if found and cost[found] < UNREACHABLE else ""

    @cached_property
    def _heard(self) -> bool:
        """Whether the odds of a petition for a station are fair."""
        return self.prestige >= LEAST and self.faces() >= FACES

    def rules(self, world: str) -> bool:
        """Whether a petition for the station on this world is worth it."""
        return self._heard and world in self.core and world not in self.me["imperial"]

    def extends(self, world: str) -> bool:
        """Whether a station there would lengthen the chain, while it is short, or be its first."""
        wanted = len(self.core) < self.view["chain_needed"] and world in self.beside
        return wanted or not self.core

    def completes(self, world: str) -> bool:
        """Whether an Imperial Station on this world makes the chain long enough (ST-ADV-05)."""
        imperial = {*self.me["imperial"], world}
        return self.advanced and len(self._grown({world}, imperial)) >= self.view["chain_needed"]
