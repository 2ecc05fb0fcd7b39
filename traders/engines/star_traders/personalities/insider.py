"""The Insider: at home on Capital, with three stations more."""

from __future__ import annotations

from traders.engines.star_traders.edition import CAPITAL
from traders.engines.star_traders.personalities.personality import Personality
from traders.engines.star_traders.position.state import Position, Trader


class Insider(Personality):
    """Capital may be given away of free will, and in other hands is a station like any
    (ST-PERSON-25, ST-PERSON-26).
    """

    name = "The Insider"

    def first_world(self, state: Position, plain: int) -> int:
        """(ST-PERSON-22)"""
        return CAPITAL

    def further_stations(self, state: Position, plain: int) -> int:
        """(ST-PERSON-27)"""
        return plain + state.book.personalities[self.name].extra_stations

    def keeps_station(self, state: Position, trader: Trader, world: int, plain: bool) -> bool:
        """(ST-PERSON-23)"""
        return plain or world == CAPITAL

    def taxed(self, state: Position, trader: Trader, plain: int) -> int:
        """(ST-PERSON-24)"""
        station = state.stations.get(CAPITAL)
        return plain - 1 if station is not None and station.owner == trader.seat else plain

    def goes_with(self, state: Position, giver: Trader, plain: int) -> int:
        """Capital, if the giver still has it (ST-OPTION-04)."""
        station = state.stations.get(CAPITAL)
        return CAPITAL if station is not None and station.owner == giver.seat else plain
