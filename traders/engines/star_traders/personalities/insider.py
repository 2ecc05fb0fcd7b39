"""The Insider: at home on Capital, with three stations more. Capital may be given away of free
will, and in other hands is a station like any (ST-PERSON-25, ST-PERSON-26).
"""

from __future__ import annotations

from traders.engines.star_traders.edition import CAPITAL
from traders.engines.star_traders.personalities import personality_rules as rules
from traders.engines.star_traders.position.state import Position, Trader

NAME = "The Insider"


@rules.first_world.of(NAME)
def _first_world(plain: int, state: Position, trader: Trader) -> int:
    """(ST-PERSON-22)"""
    return CAPITAL


@rules.further_stations.of(NAME)
def _further_stations(plain: int, state: Position, trader: Trader) -> int:
    """(ST-PERSON-27)"""
    return plain + state.book.personalities[NAME].extra_stations


@rules.keeps_station.of(NAME)
def _keeps_station(plain: bool, state: Position, trader: Trader, world: int) -> bool:
    """(ST-PERSON-23)"""
    return plain or world == CAPITAL


@rules.taxed.of(NAME)
def _taxed(plain: int, state: Position, trader: Trader) -> int:
    """(ST-PERSON-24)"""
    return plain - 1 if _at_home(state, trader) else plain


@rules.goes_with.of(NAME)
def _goes_with(plain: int, state: Position, trader: Trader) -> int:
    """Capital, if the giver still has it (ST-OPTION-04)."""
    return CAPITAL if _at_home(state, trader) else plain


def _at_home(state: Position, trader: Trader) -> bool:
    station = state.stations.get(CAPITAL)
    return station is not None and station.owner == trader.seat
