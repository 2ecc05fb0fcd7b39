"""What each action may come to, with its likelihood (IT-TRN-02)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from traders.bots.imperial_trader.flight_outcomes import PACE, hurt, throws, wrecked
from traders.bots.imperial_trader.situation import Carried, Sector, Situation
from traders.bots.imperial_trader.win_chance_by_situation import Contest
from traders.bots.imperial_trader.win_chance_table import SPIRITS
from traders.engines.imperial_trader.orders.order_parts import drew
from traders.engines.imperial_trader.position.state import Place
from traders.engines.imperial_trader.sub_sector.chart_routes import Charted, advance, shortest
from traders.engines.imperial_trader.tables import tables, upgrade_of


class Deed(NamedTuple):
    """An action: `fly` to a planet, `load` or `offload` a cargo, `repair` so many points, `buy` an
    upgrade, `deal`, or `end`; or `discard`, which hands in an order that is blocked and takes no
    action (IT-SHF-07).
    """

    verb: str
    what: str = ""
    n: int = 0

    def written(self) -> str:
        """As an order."""
        return " ".join(filter(None, (self.verb, self.what.casefold(), str(self.n or ""))))


class Came(NamedTuple):
    """What an action came to: how likely, where that leaves the captain, and the result by which a
    second action may be ordered ahead (IT-PBM-02).
    """

    odds: float
    now: Situation
    result: str = ""


END = Deed("end")
REACHED_IN = 2
"""Actions that as many credits as a repair costs take to earn, where all goes well."""


def possible(sector: Sector, now: Situation) -> Iterator[Deed]:
    """The actions that may be taken, but for what has no sense; in the last round what leads to no
    pay has none.
    """
    if not now.damage:
        return
    if sector.last:
        yield from _paying(sector, now)
        return
    for name in goals(sector, now):
        yield Deed("fly", name)
    full = len(now.hand) >= sector.limit and all(one.aboard for one in now.hand)
    if now.planet in sector.open and sector.deck and not full:
        yield Deed("deal")
    for one in now.hand:
        if now.planet and now.planet == one.stop and _works_at_stop(sector, one):
            yield Deed("offload" if one.aboard else "load", one.errand.order)
        hand_in = Deed("discard", one.errand.order)
        if hand_in.written() in sector.offered:
            yield hand_in
    if now.planet in sector.ports and now.planet not in sector.closed:
        points = now.most - now.damage
        repairs = range(1, min(points, now.credits // tables().game.repair_cost) + 1)
        bought = [Deed("repair", "", n) for n in repairs]
        if SPIRITS not in now.upgrades and now.credits >= upgrade_of(SPIRITS).cost:
            bought.append(Deed("buy", SPIRITS))
        yield from (deed for deed in bought if _is_earned_back(sector, now, deed))


def _is_earned_back(sector: Sector, now: Situation, deed: Deed) -> bool:
    """Whether what is bought saves more by the end of the game than it costs: what is lost with the
    ship. While the goal can be reached before that, the race to it decides.
    """
    game, spirits = tables().game, SPIRITS in now.upgrades
    if game.repair_cost * sector.left >= REACHED_IN * (sector.goal - now.credits):
        return True
    repairs = deed.verb == "repair"
    cost = deed.n * game.repair_cost if repairs else upgrade_of(deed.what).cost
    stake = now.credits + sum(one.errand.pay for one in now.hand if one.aboard)
    then = wrecked(now.damage + deed.n, spirits or not repairs, sector.left)
    return (wrecked(now.damage, spirits, sector.left) - then) * stake > cost


def _works_at_stop(sector: Sector, one: Carried) -> bool:
    """Whether the errand's next stop is no closed world that it may not work in (IT-SHF-05)."""
    return one.stop not in sector.closed or not one.errand.start


def _paying(sector: Sector, now: Situation) -> Iterator[Deed]:
    """To offload what is aboard, and the flight there where one roll may arrive."""
    for one in now.hand:
        if not one.aboard or not _works_at_stop(sector, one):
            continue
        if one.stop == now.planet:
            yield Deed("offload", one.errand.order)
        elif any(came.result for came in _flights(sector, now, one.stop)):
            yield Deed("fly", one.stop)


def goals(sector: Sector, now: Situation) -> list[str]:
    """Where it may make sense to fly: the stops of what is held, ports, and any planet that deals
    while nothing is held.
    """
    names = {one.stop for one in now.hand} | sector.ports
    if not now.hand:
        names |= sector.open
    return sorted(name for name in names if name and name != now.planet)


def comes(race: Contest, now: Situation, deed: Deed) -> list[Came]:
    """What the action may come to."""
    match deed.verb:
        case "fly":
            return _flights(race.sector, now, deed.what)
        case "discard":
            rest = now._replace(
                hand=tuple(one for one in now.hand if one.errand.order != deed.what)
            )
            return [
                Came(1 / len(race.sector.deck), kept(race, rest, Carried(one, aboard=False)))
                for one in race.sector.deck
            ]
        case "deal":
            return [
                Came(
                    1 / len(race.sector.deck),
                    kept(race, now, Carried(one, aboard=False)),
                    drew(one.order),
                )
                for one in race.sector.deck
            ]
        case "load":
            hand = tuple(
                race.sector.loaded(one) if one.errand.order == deed.what else one
                for one in now.hand
            )
            return [Came(1, now._replace(hand=hand), "loaded")]
        case "offload":
            return _offloaded(now, deed.what)
        case "repair":
            cost = deed.n * tables().game.repair_cost
            return [Came(1, now._replace(credits=now.credits - cost, damage=now.damage + deed.n))]
        case "buy":
            left = now.credits - upgrade_of(deed.what).cost
            return [Came(1, now._replace(credits=left, upgrades=now.upgrades | {deed.what}))]
    return [Came(1, now)]


def _flights(sector: Sector, now: Situation, goal: str) -> list[Came]:
    places, found = _ahead(sector.known, now.place, goal), []
    for face, damage, odds in throws(now.damage, SPIRITS in now.upgrades):
        place = places[face - 1]
        arrived = place.planet == goal and not place.to
        then = now._replace(place=place, damage=damage)
        found.append(Came(odds, then, "arrived" if arrived and damage else ""))
    return found


@lru_cache(maxsize=1_024)
def _ahead(known: Charted, place: Place, goal: str) -> tuple[Place, ...]:
    """Where each face of the die leads."""
    course = shortest(known, place, goal)
    return tuple(advance(known, place, course, n) for n in range(1, tables().game.die + 1))


def _offloaded(now: Situation, cargo: str) -> list[Came]:
    """A die decides (IT-WRK-03, IT-WRK-04)."""
    game = tables().game
    fails = len(game.accident_on) / game.die
    one = next(one for one in now.hand if one.errand.order == cargo)
    rest = tuple(other for other in now.hand if other is not one)
    paid = now._replace(credits=now.credits + one.errand.pay, hand=rest)
    return [
        Came(1 - fails, paid, "delivered"),
        *(
            Came(fails * odds, now._replace(damage=damage))
            for damage, odds in hurt(now.damage, "autoloaders" in now.upgrades)
        ),
    ]


def kept(race: Contest, now: Situation, drawn: Carried) -> Situation:
    """With a card drawn, and without the one that is given up for it (IT-DEA-02, IT-DEA-03)."""
    hand = (*now.hand, drawn)
    if len(hand) <= race.sector.limit:
        return now._replace(hand=hand)
    return max(
        (now._replace(hand=hand[:n] + hand[n + 1 :]) for n in range(len(hand))), key=race.worth
    )


def value(race: Contest, now: Situation, deed: Deed) -> float:
    """How likely the goal is reached before the rival after it."""
    if (now, deed) not in race.values:
        race.values[now, deed] = _value(race, now, deed)
    return race.values[now, deed]


def _value(race: Contest, now: Situation, deed: Deed) -> float:
    found = sum(came.odds * race.worth(came.now) for came in comes(race, now, deed))
    return found / PACE if deed.verb == "discard" else found


def is_errand(now: Situation, deed: Deed) -> bool:
    """Whether it goes straight on with what is held: of two actions that are as good, it is the one
    that is understood.
    """
    if deed.verb == "fly":
        return deed.what in {one.stop for one in now.hand}
    return deed.verb in ("load", "offload")
