"""Trips, and the rest of a turn that can be foreseen, by what they should come to in the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from traders.bots.traders_luck import combat_phase, ship_encounters
from traders.bots.traders_luck.dice_wishes import Wish, Wishes, fallen
from traders.bots.traders_luck.planet_dice_odds import Odds, count, one, thrown
from traders.bots.traders_luck.position_worth import Holding, Landing, bought, worth
from traders.bots.traders_luck.situation import Mind, expands, foreseen, holding, landed, lying
from traders.bots.traders_luck.whole_turn_letter import Bought, Sale, WholeTurn, letter, likely
from traders.engines.traders_luck.tables import Size, tables

PIRATES = 0.28
"""How often pirates without police are met on a Small planet."""
NEXT_TRADE = 4
"""Days of a trade from its beginning: a trip, a purchase, a trip and a sale."""
LOOT = 10
"""Credits that a robbery should bring."""


class Trip(NamedTuple):
    """A trip to a planet of a size, and the wishes there."""

    value: float
    size: Size
    wishes: list[Wish]
    aside: str = ""


def trip(mind: Mind, orders: Sequence[str]) -> str:
    """The trip that comes to most, with the rest of the turn."""
    trips = [
        found
        for size in tables().size
        if f"travel {size.name}" in orders
        for found in _trips(mind, size)
    ]
    best = max(trips, key=lambda trip: trip.value + _met(mind, trip.size), default=None)
    if best is None or (
        mind.left < 2 if mind.cargo else mind.left < NEXT_TRADE or not mind.credits
    ):
        return "finish"
    if "follow" in orders:
        value, lines = _following(mind)
        if value > best.value:
            return lines
    if mind.whole and foreseen(mind):
        return letter(_turn(mind, best))
    return f"travel {best.size.name}"


def _met(mind: Mind, size: Size) -> float:
    """What pirates are likely to take where they stick to the dice (BH-ROL-03); what is to be had
    where missiles are sold (BH-EQP-03), and with them where traders stick (BH-ROL-04).
    """
    if foreseen(mind):
        return 0
    small, big = size == tables().size[0], size == tables().size[-1]
    lost: float = PIRATES * sum(lot["n"] * mind.resale(lot["good"]) for lot in mind.cargo)
    armed = (small and combat_phase.wants_missiles(mind)) or (big and mind.me.get("missiles"))
    return LOOT * bool(armed) - lost * (small and not mind.me.get("shields"))


def _trips(mind: Mind, size: Size) -> list[Trip]:
    """By wishes alone; and with a die of the own cargo set aside before them."""
    landing = Landing(*landed(mind, size.days))
    if not foreseen(mind):
        return [
            Trip(ship_encounters.arrival(mind, landing.holding, landing.bay, size.dice), size, [])
        ]
    free = Wishes(landing, size.dice)
    found = []
    wishes = free.best()
    found.append(Trip(free.expected(wishes), size, wishes))
    if len(mind.kinds) == 1:
        (own,) = mind.kinds
        beside = Wishes(landing, size.dice - 1, one(own))
        wishes = beside.best()
        value, after = 0.0, beside.expected(wishes)
        for throw, p in thrown(size.dice).items():
            value += p * (after if count(throw, own) else free.comes_to(throw, wishes))
        found.append(Trip(value, size, wishes, own))
    return found


def _following(mind: Mind) -> tuple[float, str]:
    """What the planet that can be followed comes to, and the turn there, whose dice are known; no
    more than the trip where others are met.
    """
    landing = Landing(holding(mind, mind.view["follow_days"]), mind.me["bay"])
    throw = lying(mind)
    if not foreseen(mind) or not mind.whole:
        return landing.comes_to(throw), "follow"
    value = (
        landing.comes_to(throw) if mind.cargo else bought(landing.holding, throw, landing.bay)[0]
    )
    return value, letter(_planned(mind, landing, {throw: 1}, "", []))


def _turn(mind: Mind, best: Trip) -> WholeTurn:
    landing = Landing(*landed(mind, best.size.days))
    aside = one(best.aside) if best.aside else 0
    few = Wishes(landing, best.size.dice - bool(aside), aside).few(best.wishes, 1 + mind.depth)
    odds = fallen(tuple(few), best.size.dice, best.aside)
    return _planned(mind, landing, odds, best.size.name, few)._replace(aside=best.aside)


def _planned(
    mind: Mind, landing: Landing, odds: Odds, size: str, wishes: Sequence[Wish]
) -> WholeTurn:
    """The turn on a planet where the dice are likely to lie so."""
    sale = _sale(landing, odds)
    gain = partial(_gain, bay=landing.bay)
    purchases = likely(landing.holding, sale, odds, gain)
    # what cost as much as it brings here may have come from here, and is not sold (TL-SEL-03)
    known = not size and all(lot["paid"] != mind.market[lot["good"]]["price"] for lot in mind.cargo)
    last = not purchases and _ends_it(landing.holding, sale, known=known)
    return WholeTurn(size, wishes, sale, purchases, expand=expands(mind), last=last)


def _ends_it(held: Holding, sale: Sale | None, *, known: bool) -> bool:
    """Whether no cargo stays aboard, and days are left, but too few for another trade: it would
    only be asked next who then finishes (TL-END-03).
    """
    left = held.left - bool(sale)
    empty = sale.is_sure(known=known) if sale else not held.cargo
    return empty and 0 < left < NEXT_TRADE


def _sale(landing: Landing, odds: Odds) -> Sale | None:
    """At which prices the cargo is sold, by what the dice are likely to show beside it."""
    held = landing.holding
    if not held.cargo or not held.left:
        return None
    own = held.cargo[0].good
    prices = tables().prices[own]
    gain: list[float] = [0] * (1 + len(prices))
    for throw, p in odds.items():
        gain[count(throw, own)] += p * (landing.sale(throw)[0] - landing.unsold(throw))
    good = [price for price, gains in zip(prices, gain[1:], strict=True) if gains > 0]
    illegal = gain[0] > 0
    return Sale(own, held.aboard, min(good, default=0), illegal) if good or illegal else None


def _gain(held: Holding, throw: int, bay: int) -> Bought:
    """The best purchase, by what it adds."""
    value, n, good = bought(held, throw, bay)
    return value - worth(held), n, good
