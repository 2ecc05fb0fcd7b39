"""Verdant Velma: at ease on green lines, and never lost where she was."""

from __future__ import annotations

from traders.engines.star_traders.personalities import personality_rules as rules
from traders.engines.star_traders.position.state import Position, Trader

NAME = "Verdant Velma"


@rules.minimum_roll.of(NAME)
def _minimum_roll(plain: int, state: Position, trader: Trader, colour: str, station: bool) -> int:
    """(ST-NEWPERSON-09)"""
    row = state.book.colours[colour]
    return min(plain, row.velma_station_min_roll if station else row.velma_min_roll)


@rules.rerolls.of(NAME)
def _rerolls(plain: bool, state: Position, trader: Trader) -> bool:
    """The first die of a random jump or of You Are Lost, as long as it shows the arm that the jump
    began in (ST-NEWPERSON-10).
    """
    jump, die = state.jump, state.die
    if jump is None or die is None or die.use != "world" or jump.seat != trader.seat or jump.digits:
        return plain
    return plain or ((jump.kind == "random" or jump.moved) and die.value == jump.origin // 10)
