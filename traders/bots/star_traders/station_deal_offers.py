"""What a seat offers of itself: stations out of its way, whose Prestige stays with who built
them, for the money that its petition needs; and money for the use of a rival's on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from traders.bots.star_traders import deal_offers
from traders.bots.star_traders.deal_answers import FEARED
from traders.bots.star_traders.deal_offers import RESERVE
from traders.bots.star_traders.plan_and_valuations import Mind
from traders.engines.kernel.words import count
from traders.engines.star_traders.position.routes import Routes, routes, usable

LEAVE = 2
"""What the use of a station should cost."""
EARNEST = 2
"""What is paid beside, for any deal at all."""
LOT, PRICE = 3, 4
"""Stations in one offer to sell them, and what one should bring."""
EARLY = 12
"""From so much Prestige on money is what a petition lacks."""
KEPT = 1
"""Stations that are never sold."""
STRESS = 3
"""Turns that stressed engines cost on a mission."""
MISSED = 1 / 3
"""Turns that a station is missed when it is out of the way, and serves its new owner."""


def bargain(mind: Mind) -> str:
    """An offer as an order, "" for none."""
    made = any(not deal["mine"] for deal in mind.view.get("deals", ()))
    if made or mind.view["over"] or mind.view["stage"] == "setup":
        return deal_offers.bargain(mind)
    best = max((*_leave(mind), *_sales(mind), *_repairs(mind)), default=(0, ""))
    return best[1] or deal_offers.bargain(mind)


def _leave(mind: Mind) -> Iterator[tuple[float, str]]:
    """The use of a rival's stations on the way, with the turns that it saves."""
    mine = usable(mind.view, mind.seat)
    purse = mind.stellors - (0 if mind.me["mission"] else RESERVE)
    fixed = EARNEST + max(0, mind.threat(mind.me) - FEARED)  # who is about to win pays more
    for rival in mind.rivals:
        closed = [world for world in rival["stations"] if world not in mine]
        passed = _passed(mind, _with(mind, closed)) if closed else set()
        most = max(0, int((purse - fixed - 1) // LEAVE))
        worlds = [world for world in closed if world in passed][:most]
        if not worlds:
            continue
        price = ceil(fixed + LEAVE * len(worlds) + mind.lot("leave"))
        gain = _saved(mind, _with(mind, worlds)) + mind.saved(0, -price)
        if gain > 0 and price <= purse:
            wanted = " and ".join(f"permission at {world.lower()}" for world in worlds)
            yield gain, f"offer {rival['seat']}: {count(price, 'stellor')} for {wanted}"


def _sales(mind: Mind) -> Iterator[tuple[float, str]]:
    """Own stations where neither the voyage nor a contract leads, with the turns that their price
    saves.
    """
    missions = any(trader["mission"] for trader in mind.traders.values())
    if missions or mind.advanced or mind.prestige < EARLY:
        return
    ends = {contract["to"] for contract in mind.contracts}
    spare = [world for world in mind.me["stations"] if world not in ends | _passed(mind, mind.ways)]
    most = min(LOT, len(mind.me["stations"]) - KEPT)
    spare = sorted(spare, key=lambda world: mind.lot("sale", world))[: max(0, most)]
    for rival in mind.rivals:
        for n in range(1, len(spare) + 1):
            price = PRICE * n - 1
            gain = mind.saved(0, price) * (1 + 1 / len(mind.rivals)) - MISSED * n
            if gain > 0:
                sold = " and ".join(f"station at {world.lower()}" for world in spare[:n])
                # not always the most at once: nobody knows what is in another's purse
                gain *= (1 + 2 * mind.lot("sale", rival["seat"], n)) / 2
                yield gain, f"offer {rival['seat']}: {sold} for {count(price, 'stellor')}"


def _repairs(mind: Mind) -> Iterator[tuple[float, str]]:
    """Stations for the money that stressed engines need on a mission (ST-CARD-57)."""
    short = mind.book.prices["repairs"] - mind.stellors
    if not mind.me["mission"] or not mind.me["stressed"] or short <= 0:
        return
    n = ceil((short + 1) / PRICE)
    sold = " and ".join(f"station at {world.lower()}" for world in mind.me["stations"][:n])
    if n <= len(mind.me["stations"]):
        for rival in mind.rivals:
            yield STRESS, f"offer {rival['seat']}: {sold} for {count(PRICE * n - 1, 'stellor')}"


def _passed(mind: Mind, ways: Routes) -> set[str]:
    """The worlds of this voyage's best ways."""
    here, worlds = mind.here, {mind.here}
    for call in mind.errand or mind.voyage:
        worlds.update(leg.to for leg in ways.way(here, call.world))
        here = call.world
    return worlds


def _with(mind: Mind, worlds: list[str]) -> Routes:
    return routes(mind.view, mind.seat, worlds)


def _saved(mind: Mind, better: Routes) -> float:
    """Turns that these ways would save on the voyage."""
    here, saved = mind.here, list[float]()
    for call in mind.errand or mind.voyage:
        saved.append(mind.ways.cost(here, call.world) - better.cost(here, call.world))
        here = call.world
    return mind.attempt * sum(saved)
