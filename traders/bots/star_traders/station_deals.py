"""What a seat offers of itself: stations out of its way, whose Prestige stays with who built
them, for the money that its petition needs; and money for the use of a rival's, which makes every
way shorter.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from traders.bots.star_traders import deal_offers
from traders.bots.star_traders.deal_offers import RESERVE
from traders.bots.star_traders.mind import Mind
from traders.engines.star_traders.routes import Routes, routes, usable

LEAVE = 2
"""What the use of a station should cost."""
EARNEST = 2
"""What is paid beside, for any deal at all."""
EVERY = 3
"""One world in so many is looked at, to tell how much shorter ways become."""
MOST = 10
"""Stations in one offer to use them."""
LOT, PRICE = 3, 4
"""Stations in one offer to sell them, and what one should bring."""
EARLY = 12
"""From so much Prestige on money is what a petition lacks."""
KEPT = 1
"""Stations that are never sold."""
STRESS = 3
"""Turns that stressed engines cost on a mission."""
MISSED = 0.3
"""Turns that a station is missed when it is out of the way, and serves its new owner."""


def bargain(mind: Mind) -> str:
    """An offer as an order, "" for none."""
    made = any(not deal["mine"] for deal in mind.view.get("deals", ()))
    if made or mind.view["over"] or mind.view["stage"] == "setup":
        return deal_offers.bargain(mind)
    best = max((*_leave(mind), *_sales(mind), *_repairs(mind)), default=(0.0, ""))
    return best[1] or deal_offers.bargain(mind)


def _leave(mind: Mind) -> Iterator[tuple[float, str]]:
    """The use of a rival's stations, all together or those on the way, with the turns that it
    saves.
    """
    mine = usable(mind.view, mind.seat)
    for rival in mind.rivals:
        closed = [world for world in rival["stations"] if world not in mine]
        passed = _passed(mind, _with(mind, closed)) if closed else set()
        on_way = [world for world in closed if world in passed]
        purse = mind.stellors - (0 if mind.me["mission"] else RESERVE)
        most = int((purse - EARNEST - _dear(mind) - 1) // LEAVE)
        for worlds in (closed[: max(0, min(MOST, most))], on_way[: max(0, most)]):
            price = ceil(EARNEST + LEAVE * len(worlds) + _dear(mind) + mind.lot("leave"))
            if not worlds or price > purse:
                continue
            gain = _saved(mind, _with(mind, worlds)) + mind.saved(0, -price)
            if gain > 0.0:
                wanted = " and ".join(f"permission at {world.lower()}" for world in worlds)
                yield gain, f"offer {rival['seat']}: {price} stellors for {wanted}"


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
        for count in range(1, len(spare) + 1):
            price = PRICE * count - 1
            gain = mind.saved(0, price) * (1 + 1 / len(mind.rivals)) - MISSED * count
            if gain > 0.0:
                sold = " and ".join(f"station at {world.lower()}" for world in spare[:count])
                # not always the most at once: nobody knows what is in another's purse
                gain *= 0.5 + mind.lot("sale", rival["seat"], count)
                yield gain, f"offer {rival['seat']}: {sold} for {price} stellors"


def _repairs(mind: Mind) -> Iterator[tuple[float, str]]:
    """Stations for the money that stressed engines need on a mission (ST-CARD-57)."""
    short = mind.book.prices["repairs"] - mind.stellors
    if not mind.me["mission"] or not mind.me["stressed"] or short <= 0:
        return
    count = ceil((short + 1) / PRICE)
    sold = " and ".join(f"station at {world.lower()}" for world in mind.me["stations"][:count])
    if count <= len(mind.me["stations"]):
        for rival in mind.rivals:
            yield STRESS, f"offer {rival['seat']}: {sold} for {PRICE * count - 1} stellors"


def _passed(mind: Mind, ways: Routes) -> set[str]:
    """The worlds of this voyage's best ways."""
    here, worlds = mind.here, {mind.here}
    for call in mind.errand or mind.voyage:
        worlds.update(leg.to for leg in ways.way(here, call.world))
        here = call.world
    return worlds


def _dear(mind: Mind) -> float:
    """What is asked beside of who is about to win."""
    return max(0.0, mind.threat(mind.me) - 4.0)


def _with(mind: Mind, worlds: list[str]) -> Routes:
    return routes(mind.view, mind.seat, worlds)


def _saved(mind: Mind, ways: Routes) -> float:
    """Turns that these ways would save: on this voyage, and later."""
    now = mind.attempt * _shorter(mind, mind.ways, ways)
    if mind.me["mission"]:
        return now
    worlds = mind.all_worlds[::EVERY]
    usual, better = (
        sum(way.cost(start, end) for end in worlds for start in mind.all_worlds)
        for way in (mind.ways, ways)
    )
    return now + mind.turns_under_way * (1 - better / usual)


def _shorter(mind: Mind, usual: Routes, better: Routes) -> float:
    """Attempts saved on the voyage."""
    here, saved = mind.here, 0.0
    for call in mind.errand or mind.voyage:
        saved += usual.cost(here, call.world) - better.cost(here, call.world)
        here = call.world
    return saved
