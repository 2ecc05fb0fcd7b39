"""The Navigator: better rolls."""

from __future__ import annotations

from traders.engines.star_traders.personalities.personality import Personality
from traders.engines.star_traders.position.state import Position, Trader


class Navigator(Personality):
    name = "The Navigator"

    def roll_bonus(self, state: Position, trader: Trader, colour: str, plain: int) -> int:
        """1 on every line but orange ones, regular or station jump; random dice are on no line
        (ST-PERSON-03, ST-PERSON-04).
        """
        return plain + 1 if colour and state.book.colours[colour].navigator_bonus else plain
