"""The named points at which a Trader may differ from the plain rule (ST-PERSON-02): asked with the
Trader, never by card or place in the code. Each starts from the plain rule and lets the Trader's
Personalities (`personalities/`) say otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told
from traders.engines.star_traders.personalities import WAYS, of
from traders.engines.star_traders.personalities.personality import Way
from traders.engines.star_traders.position.state import Position, Trader

# --- cards ----------------------------------------------------------------------------------------


def hand_limit(state: Position, trader: Trader) -> int:
    """(ST-LUCK-04)"""
    limit = state.book.limits["hand_max"]
    for one in of(trader):
        limit = one.hand_limit(state, trader, limit)
    return limit


def draws(state: Position, trader: Trader) -> int:
    """How many cards the Draw stage brings, the hand being what it is; what lies on the table does
    not count (ST-LUCK-06, ST-LUCK-12).
    """
    count = 1 if len(trader.hand) < hand_limit(state, trader) else 0
    for one in of(trader):
        count = one.draws(state, trader, count)
    return count


def bars_exchange(state: Position, trader: Trader, discarding: int) -> str:
    """The rule by which so many cards may not be discarded ahead of the draw, or "": one, from a
    full hand (ST-LUCK-07).
    """
    rule = "" if discarding == 1 and len(trader.hand) == hand_limit(state, trader) else "ST-LUCK-07"
    for one in of(trader):
        rule = one.bars_exchange(state, trader, discarding, rule)
    return rule


def keeps_cards(trader: Trader) -> bool:
    """Whether the Trader may say ahead of the draw which cards are kept (ST-PERSON-11)."""
    keeps = False
    for one in of(trader):
        keeps = one.keeps_cards(keeps)
    return keeps


def stands_in(trader: Trader, card: str) -> list[str]:
    """The cards that a card may be played as besides itself (ST-NEWPERSON-14)."""
    if not trader.personalities:
        return []
    return [other for one in of(trader) for other in one.stands_in(card)]


def takes_envoys(state: Position, trader: Trader) -> str:
    """The rule by which a Trader is given no Envoy, or ""."""
    rule = ""
    for one in of(trader):
        rule = one.takes_envoys(state, trader, rule)
    return rule


def calamity_avoided(state: Position, trader: Trader, told: Told) -> None:
    """A Trader has played Avoid Calamity."""
    for one in of(trader):
        one.calamity_avoided(state, trader, told)


# --- engines and jumps ----------------------------------------------------------------------------


def engine_limit(state: Position, trader: Trader) -> int:
    """(ST-ENGINE-03)"""
    limit = state.book.limits["engines_max"]
    for one in of(trader):
        limit = one.engine_limit(state, trader, limit)
    return limit


def adds_engines_at(state: Position, trader: Trader, world: int) -> bool:
    """(ST-ENGINE-08)"""
    may = world in state.chart.shipyards
    for one in of(trader):
        may = one.adds_engines_at(state, trader, world, may)
    return may


def repair_price(state: Position, trader: Trader) -> int:
    """(ST-CARD-57)"""
    price = state.book.prices["repairs"]
    for one in of(trader):
        price = one.repair_price(state, trader, price)
    return price


def minimum_roll(state: Position, trader: Trader, colour: str, station: bool) -> int:
    """The least roll on a line, 0 where none is needed (ST-JUMP-05, ST-JUMP-07, ST-JUMP-08)."""
    row = state.book.colours[colour]
    least = row.station_min_roll if station else row.min_roll
    for one in of(trader):
        least = one.minimum_roll(state, trader, colour, station, least)
    return least


def roll_bonus(state: Position, trader: Trader, colour: str) -> int:
    """What may be added to the roll of an attempt on a line of this colour."""
    bonus = 0
    for one in of(trader):
        bonus = one.roll_bonus(state, trader, colour, bonus)
    return bonus


def rerolls_free(state: Position) -> tuple[Seat, ...]:
    """Seats that may throw the die that lies there again without a card."""
    found = []
    for seat in state.playing():
        may = False
        for one in of(state.traders[seat]):
            may = one.rerolls_free(state, state.traders[seat], may)
        if may:
            found.append(seat)
    return tuple(found)


def ways(trader: Trader) -> Sequence[Way]:
    """Kinds of jump that this Trader makes besides the plain ones."""
    return [way for one in of(trader) for way in one.ways()]


def way(kind: str) -> Way | None:
    """A kind of jump that only some Traders make; None for the plain kinds."""
    return WAYS.get(kind)


def raids(trader: Trader) -> bool:
    """(ST-NEWPERSON-15)"""
    may = False
    for one in of(trader):
        may = one.raids(may)
    return may


# --- stations, money, deliveries, contracts -------------------------------------------------------


def is_safe(state: Position, world: int) -> str:
    """The rule by which the station on a world can be taken or lost in no way, or "": Imperial ones
    (ST-CARD-44, ST-CARD-59).
    """
    station = state.stations[world]
    if station.imperial:
        return "ST-IMPERIAL-07"
    owner, kept = state.traders[station.owner], False
    for one in of(owner):
        kept = one.keeps_station(state, owner, world, kept)
    return "ST-PERSON-23" if kept else ""


def taxed(state: Position, trader: Trader) -> int:
    """For how many stations Jubilee is paid (ST-CARD-16)."""
    count = sum(1 for station in state.stations.values() if station.owner == trader.seat)
    for one in of(trader):
        count = one.taxed(state, trader, count)
    return count


def commissions(state: Position, payer: Seat, stellors: int) -> dict[Seat, int]:
    """What others have of a seat's payment to the bank (ST-MONEY-05, ST-NEWPERSON-12)."""
    found: dict[Seat, int] = {}
    for seat in state.playing():
        part = 0
        for one in of(state.traders[seat]):
            part = one.commission(state, stellors, part)
        if part and seat != payer:
            found[seat] = part
    return found


def first_stellors(state: Position, trader: Trader) -> int:
    """(ST-SETUP-05)"""
    stellors = state.book.start["stellors"]
    for one in of(trader):
        stellors = one.first_stellors(state, stellors)
    return stellors


def first_engines(state: Position, trader: Trader) -> int:
    """(ST-SETUP-06)"""
    engines = state.book.start["engines"]
    for one in of(trader):
        engines = one.first_engines(state, engines)
    return engines


def first_world(state: Position, trader: Trader) -> int:
    """The world to start from, 0 where it is the star of an arm (ST-SETUP-13)."""
    world = 0
    for one in of(trader):
        world = one.first_world(state, world)
    return world


def further_stations(state: Position, trader: Trader) -> int:
    """Stations to be placed beside the first (ST-SETUP-18)."""
    count = 0
    for one in of(trader):
        count = one.further_stations(state, count)
    return count


def delivery_stellors(state: Position, trader: Trader) -> int:
    """What a Trader is paid besides for a cargo delivered to a Current Contract."""
    more = 0
    for one in of(trader):
        more = one.delivery_stellors(state, trader, more)
    return more


def delivery_prestige(state: Position, trader: Trader) -> int:
    """What Prestige a Trader gains besides, after doubling and races (ST-PAYOFF-16)."""
    more = 0
    for one in of(trader):
        more = one.delivery_prestige(state, trader, more)
    return more


def station_stellors(state: Position, trader: Trader) -> int:
    """What the owner of the station is paid besides for a cargo delivered there."""
    more = 0
    for one in of(trader):
        more = one.station_stellors(state, trader, more)
    return more


def foreseen(state: Position, trader: Trader) -> list[str]:
    """Contracts on top of their deck that the Trader may see (ST-PERSON-05)."""
    count = 0
    for one in of(trader):
        count = one.foresees(state, count)
    return state.contract_deck[:count]
