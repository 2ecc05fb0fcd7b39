"""How a bot goes about the advanced game: a chain of own stations, made Imperial one by one."""

from __future__ import annotations

from functools import lru_cache

from traders.bots.star_traders.valuation import Sight
from traders.engines.star_traders.routes import UNREACHABLE, Lines

FAIR = 0.49
"""The chance at which a petition for a station is made."""
NEAR = 4.0
"""Attempts that a site may be away before trade is thought of instead."""


@lru_cache(maxsize=16)
def _joined(lines: Lines) -> dict[str, frozenset[str]]:
    """The worlds next to each world."""
    found: dict[str, set[str]] = {}
    for one, other, _ in lines:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {world: frozenset(near) for world, near in found.items()}


def near(mind: Sight, world: str) -> frozenset[str]:
    return _joined(mind.lines).get(world, frozenset())


def _grown(mind: Sight, start: set[str], among: set[str]) -> set[str]:
    """All of these worlds that hang together with the first ones."""
    found: set[str] = set()
    ahead = [world for world in start if world in among]
    while ahead:
        world = ahead.pop()
        if world not in found:
            found.add(world)
            ahead += [other for other in near(mind, world) if other in among]
    return found


def free(mind: Sight) -> set[str]:
    """Worlds without a station."""
    held = {world for trader in mind.view["seats"] for world in trader["stations"]}
    return {world["name"] for world in mind.view["chart"]["worlds"]} - held


def core(mind: Sight) -> set[str]:
    """The own stations that hang together and are to become the chain: the most of them Imperial,
    with room to grow long enough.
    """
    own, open_worlds = set(mind.me["stations"]), free(mind)
    best: tuple[float, set[str]] = (-1.0, set())
    left = set(own)
    while left:
        part = _grown(mind, {min(left)}, own)
        left -= part
        room = len(_grown(mind, part, own | open_worlds))
        imperial = len(part & set(mind.me["imperial"]))
        worth = (
            3.0 * imperial
            + len(part)
            + (0.0 if room >= mind.view["chain_needed"] else -20.0)
            + 0.01 * mind.lot("core", min(part))
        )
        if worth > best[0] or not best[1]:
            best = (worth, part)
    return best[1]


def beside(mind: Sight) -> set[str]:
    """Worlds next to the stations that are to become the chain."""
    part = core(mind)
    return {world for own in part for world in near(mind, own)} - part


def goal(mind: Sight) -> tuple[str, str]:
    """Where to go for the chain and what for: to petition where the odds are fair, to build next to
    the chain; "" where trade is better.
    """
    part = core(mind)
    ordinary = part - set(mind.me["imperial"])
    if mind.odds() >= FAIR and mind.prestige >= 5 and ordinary:
        world = _nearest(mind, _next_to_chain(mind, ordinary))
        if world:
            return world, "court"
    sites = {world for own in part for world in near(mind, own)} & free(mind)
    wanted = len(part) < mind.view["chain_needed"] and mind.stellors >= 8
    world = _nearest(mind, sites) if wanted else ""
    if world and mind.ways.cost(mind.here, world) <= NEAR and not mind.aboard:
        return world, "build"
    return "", ""


def _next_to_chain(mind: Sight, ordinary: set[str]) -> set[str]:
    """Of these stations those joined to the chain that there is, if any are."""
    chain = set(mind.me["chain"])
    return {world for world in ordinary if near(mind, world) & chain} or ordinary


def _nearest(mind: Sight, worlds: set[str]) -> str:
    found = min(worlds, key=lambda world: (mind.ways.cost(mind.here, world), world), default="")
    return found if found and mind.ways.cost(mind.here, found) < UNREACHABLE else ""


def wants_petition(mind: Sight) -> bool:
    """For the station under the ship, where it is to be part of the chain and the odds are fair."""
    part = core(mind)
    return mind.here in part and mind.odds() >= FAIR and mind.prestige >= 5


def worth_building(mind: Sight) -> bool:
    """Next to the own chain always; elsewhere for Prestige alone, while money is left for
    petitions.
    """
    beside = bool(near(mind, mind.here) & core(mind)) or not mind.me["stations"]
    return (
        beside
        or (mind.stellors >= 45 and mind.prestige < 24)
        or (mind.prestige < 8 and mind.stellors >= 12)
    )
