"""The Banker: much money, one engine, and a part of what the others pay the bank."""

from __future__ import annotations

from traders.engines.star_traders.personalities.personality import Personality
from traders.engines.star_traders.position.state import Position, Trader


class Banker(Personality):
    name = "The Banker"

    def first_stellors(self, state: Position, plain: int) -> int:
        """(ST-NEWPERSON-11)"""
        return state.book.personalities[self.name].start_stellors

    def first_engines(self, state: Position, plain: int) -> int:
        """(ST-NEWPERSON-11)"""
        return state.book.personalities[self.name].start_engines

    def commission(self, state: Position, paid: int, plain: int) -> int:
        """A tenth, rounded up, out of what the bank receives (ST-NEWPERSON-12)."""
        return plain + -(-paid // 10)

    def takes_envoys(self, state: Position, trader: Trader, plain: str) -> str:
        """(ST-NEWPERSON-13)"""
        return "ST-NEWPERSON-13" if trader.engines < 2 else plain
