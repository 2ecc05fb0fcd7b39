"""The Engineer: a sixth engine, no shipyard, cheap repairs."""

from __future__ import annotations

from traders.engines.star_traders.personalities.personality import Personality
from traders.engines.star_traders.position.state import Position, Trader


class Engineer(Personality):
    name = "The Engineer"

    def engine_limit(self, state: Position, trader: Trader, plain: int) -> int:
        """By trade, for its price, or at Kluge (ST-PERSON-17, ST-PERSON-18, ST-PERSON-21)."""
        return state.book.limits["engines_max_engineer"]

    def adds_engines_at(self, state: Position, trader: Trader, world: int, plain: bool) -> bool:
        """On any world (ST-PERSON-19)."""
        return True

    def repair_price(self, state: Position, trader: Trader, plain: int) -> int:
        """(ST-PERSON-20)"""
        return state.book.prices["repairs_engineer"]
