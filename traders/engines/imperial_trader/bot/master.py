"""A master: of all that may be done, what makes it likeliest to be at the goal first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from traders.engines.imperial_trader.bot import whole_rounds
from traders.engines.imperial_trader.bot.deeds import END, Deed, is_errand, possible, value
from traders.engines.imperial_trader.bot.race import Contest, ahead
from traders.engines.imperial_trader.bot.sector import Carried, Sector, Situation
from traders.engines.imperial_trader.state import Place
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.contract import Offer, View
from traders.engines.kernel.defaults import lot


def order(view: View, offers: Sequence[Offer], seed: int, told: int = whole_rounds.TOLD) -> str:
    """The next order of the view's seat. `told`: how many `if` a round ordered at once may have."""
    sector = Sector(view, {offer.order.removeprefix(whole_rounds.ROUND) for offer in offers})
    if view["stage"] in ("setup", "wreck"):
        return _start(Contest(sector, begun=False), view["stage"] == "setup", seed)
    race, now = Contest(sector, begun=True), sector.mine()
    if view["stage"] == "discard":
        return _discard(race, now)
    if view["stage"] == "orders":
        return whole_rounds.order(race, now, seed, told)
    if not sector.me["actions"]:
        return "end"
    return best(race, now, possible(sector, now), seed)


def best(race: Contest, now: Situation, deeds: Iterable[Deed], seed: int) -> str:
    """The likeliest action; the seed decides between equals."""
    found = max(
        deeds,
        key=lambda deed: (
            ahead(value(race, now, deed)),
            is_errand(now, deed),
            lot(seed, deed.written()),
        ),
        default=END,
    )
    return found.written()


def _start(race: Contest, is_setup: bool, seed: int) -> str:
    """The best planet for an order that is dealt, or is drawn (IT-SET-03, IT-DMG-03)."""
    sector = race.sector
    me, points = sector.me, tables().game.damage_points
    upgrades = frozenset(me["upgrades"])
    fresh = Situation(Place(""), me["credits"], points, (), upgrades, me["most"])
    dealt = [(Carried(one, aboard=False),) for one in sector.deck] if is_setup else [()]

    def worth(name: str) -> float:
        there = fresh._replace(place=Place(name))
        return sum(race.worth(there._replace(hand=hand)) for hand in dealt) / len(dealt)

    names = sorted(sector.open) or sorted(sector.known.names)
    found = max(names, key=lambda name: (ahead(worth(name)), lot(seed, name)))
    return f"start at {found.casefold()}"


def _discard(race: Contest, now: Situation) -> str:
    """The card that is missed least (IT-DEA-03)."""
    without = {
        one.errand.order: now._replace(hand=now.hand[:n] + now.hand[n + 1 :])
        for n, one in enumerate(now.hand)
    }
    goes = max(without, key=lambda name: (race.worth(without[name]), name))
    return f"discard {goes.casefold()}"
