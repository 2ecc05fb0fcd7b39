"""Of all that may be done, what makes it likeliest to be at the goal first. A level is how far that
is looked ahead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

from traders.bots.default_bot import lot
from traders.bots.imperial_trader import whole_round_orders
from traders.bots.imperial_trader.action_outcomes import END, Deed, is_errand, kept, possible, value
from traders.bots.imperial_trader.duel_win_chance import ahead, contest
from traders.bots.imperial_trader.situation import Carried, Sector, Situation
from traders.bots.imperial_trader.win_chance_by_situation import Contest
from traders.engines.imperial_trader.position.state import Place
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.contract.contract import Offer, View


class Depth(IntEnum):
    """How far it looks: for so many results of a round's first action it has a second one of their
    own (IT-PBM-03).
    """

    ACTION = 0
    """To one action; the second of a round is what the orders held want next (IT-PBM-04)."""
    ROUND = 1
    """To a whole round, as a letter advises it."""
    RIVAL = 6
    """To how near a rival is as well."""


def order(view: View, offers: Sequence[Offer], seed: int, depth: Depth = Depth.RIVAL) -> str:
    """The next order of the view's seat. Who does not look at the rival draws no card that likely
    goes back, nor one after a card that went back in the same turn.
    """
    sector = Sector(view, {offer.order.removeprefix(whole_round_orders.ROUND) for offer in offers})
    deep, whole = depth == Depth.RIVAL, view["stage"] == "orders"
    left: int = tables().game.actions if whole else sector.me["actions"]
    race, now = Contest(sector), sector.mine()
    match view["stage"]:
        case "setup":
            return _start(race, [(one,) for one in _dealt(sector)], seed)
        case "wreck":
            return _start(contest(sector, left) if deep else race, [()], seed)
        case "discard":
            return _discard(contest(sector, left) if deep else race, now)
    if not left:
        return "end"
    race = contest(sector, left - 1) if deep else race
    if whole and depth:
        return whole_round_orders.order(race, now, seed, depth)
    deeds = list(possible(sector, now))
    if sector.last and left < tables().game.actions:
        deeds = [deed for deed in deeds if deed.verb != "fly"]  # nothing is offloaded after it
    if not deep and (view["given_back"] or not promising(race, now)):
        deeds = [deed for deed in deeds if deed.verb != "deal"]
    found = best(race, now, deeds, seed)
    return whole_round_orders.going_on(found) if whole else found.written()


def promising(race: Contest, now: Situation) -> bool:
    """Whether a card that is drawn is kept at least as likely as not (IT-DEA-03)."""
    deck = race.sector.deck
    back = sum(kept(race, now, Carried(one, aboard=False)) == now for one in deck)
    return 2 * back <= len(deck)


def best(race: Contest, now: Situation, deeds: Iterable[Deed], seed: int) -> Deed:
    """The likeliest action; the seed decides between equals."""
    return max(
        deeds,
        key=lambda deed: (
            ahead(value(race, now, deed)),
            is_errand(now, deed),
            lot(seed, deed.written()),
        ),
        default=END,
    )


def _dealt(sector: Sector) -> list[Carried]:
    """What may be dealt at the beginning (IT-SET-03)."""
    return [Carried(one, aboard=False) for one in sector.deck]


def _start(race: Contest, hands: list[tuple[Carried, ...]], seed: int) -> str:
    """The best planet for any of these hands, as likely each (IT-SET-03, IT-DMG-03)."""
    sector = race.sector
    me, points = sector.me, tables().game.damage_points
    upgrades = frozenset(me["upgrades"])
    fresh = Situation(Place(""), me["credits"], points, (), upgrades, me["most"])

    def worth(name: str) -> float:
        there = fresh._replace(place=Place(name))
        return sum(race.worth(there._replace(hand=hand)) for hand in hands) / len(hands)

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
