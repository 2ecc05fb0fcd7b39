"""The Navigator: better rolls."""

from __future__ import annotations

from traders.engines.star_traders.personalities import personality_rules as rules
from traders.engines.star_traders.position.state import Position, Trader

NAME = "The Navigator"


@rules.roll_bonus.of(NAME)
def _roll_bonus(plain: int, state: Position, trader: Trader, colour: str) -> int:
    """1 on every line but orange ones, regular or station jump; random dice are on no line
    (ST-PERSON-03, ST-PERSON-04).
    """
    return plain + 1 if colour and state.book.colours[colour].navigator_bonus else plain
