"""The named points at which a Trader may differ from the plain rule (ST-PERSON-02): asked with the Trader, never by card or place in
the code. Today each returns the plain rule; a Personality comes in here as its own file of the points where it differs."""

from __future__ import annotations

from traders.engines.agenda import Told
from traders.engines.contract import Seat
from traders.engines.star_traders.state import Position, Trader


def hand_limit(state: Position, trader: Trader) -> int:
    """(ST-LUCK-04)"""
    return state.book.limits["hand_max"]


def draws(state: Position, trader: Trader) -> int:
    """How many cards the Draw stage brings, the hand being what it is; what lies on the table does not count (ST-LUCK-06, ST-LUCK-12)."""
    return 1 if len(trader.hand) < hand_limit(state, trader) else 0


def may_exchange(state: Position, trader: Trader, discarding: int) -> bool:
    """Whether so many cards may be discarded ahead of the draw: one, from a full hand (ST-LUCK-07)."""
    return discarding == 1 and len(trader.hand) == hand_limit(state, trader)


def engine_limit(state: Position, trader: Trader) -> int:
    """(ST-ENGINE-03)"""
    return state.book.limits["engines_max"]


def adds_engines_at(state: Position, trader: Trader, world: int) -> bool:
    """(ST-ENGINE-08)"""
    return world in state.chart.shipyards


def repair_price(state: Position, trader: Trader) -> int:
    """(ST-CARD-57)"""
    return state.book.prices["repairs"]


def minimum_roll(state: Position, trader: Trader, colour: str, station: bool) -> int:
    """The least roll on a line, 0 where none is needed (ST-JUMP-05, ST-JUMP-07, ST-JUMP-08)."""
    row = state.book.colours[colour]
    return row.station_min_roll if station else row.min_roll


def roll_bonus(state: Position, trader: Trader) -> int:
    """What is added to the roll of the jump under way."""
    return 0


def rerolls_free(state: Position) -> tuple[Seat, ...]:
    """Seats that may throw the die that lies there again without a card."""
    return ()


def is_safe(state: Position, world: int) -> bool:
    """Whether the station on a world can be taken or lost by no card: Imperial ones (ST-CARD-44, ST-CARD-59)."""
    return state.stations[world].imperial


def taxed(state: Position, trader: Trader) -> int:
    """For how many stations Jubilee is paid (ST-CARD-16)."""
    return sum(1 for station in state.stations.values() if station.owner == trader.seat)


def takes_envoys(state: Position, trader: Trader) -> str:
    """The rule by which a Trader is given no Envoy, or ""."""
    return ""


def bank_paid(state: Position, seat: Seat, stellors: int, told: Told) -> None:
    """A seat has paid the bank (ST-MONEY-05)."""


def calamity_avoided(state: Position, trader: Trader, told: Told) -> None:
    """A Trader has played Avoid Calamity."""


def first_stellors(state: Position, trader: Trader) -> int:
    """(ST-SETUP-05)"""
    return state.book.start["stellors"]


def first_engines(state: Position, trader: Trader) -> int:
    """(ST-SETUP-06)"""
    return state.book.start["engines"]


def delivery_stellors(state: Position, trader: Trader) -> int:
    """What a Trader is paid besides for a cargo delivered to a Current Contract."""
    return 0


def delivery_prestige(state: Position, trader: Trader) -> int:
    """What Prestige a Trader gains besides, after doubling and races (ST-PAYOFF-16)."""
    return 0


def station_stellors(state: Position, trader: Trader) -> int:
    """What the owner of the station is paid besides for a cargo delivered there."""
    return 0
