"""Verdant Velma: at ease on green lines, and never lost where she was."""

from __future__ import annotations

from traders.engines.star_traders.personalities.personality import Personality
from traders.engines.star_traders.position.state import Position, Trader


class Velma(Personality):
    name = "Verdant Velma"

    def minimum_roll(
        self, state: Position, trader: Trader, colour: str, station: bool, plain: int
    ) -> int:
        """(ST-NEWPERSON-09)"""
        row = state.book.colours[colour]
        return min(plain, row.velma_station_min_roll if station else row.velma_min_roll)

    def rerolls_free(self, state: Position, trader: Trader, plain: bool) -> bool:
        """The first die of a random jump or of You Are Lost, as long as it shows the arm that the
        jump began in (ST-NEWPERSON-10).
        """
        jump, die = state.jump, state.die
        if (
            jump is None
            or die is None
            or die.use != "world"
            or jump.seat != trader.seat
            or jump.digits
        ):
            return plain
        return plain or ((jump.kind == "random" or jump.moved) and die.value == jump.origin // 10)
