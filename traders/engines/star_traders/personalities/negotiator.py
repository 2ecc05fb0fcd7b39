"""The Negotiator: more Stellors for deliveries."""

from __future__ import annotations

from traders.engines.star_traders.personalities.personality import Personality
from traders.engines.star_traders.position.state import Position, Trader


class Negotiator(Personality):
    """Extras are paid even where a special payoff grants nothing (ST-PERSON-15)."""

    name = "The Negotiator"

    def delivery_stellors(self, state: Position, trader: Trader, plain: int) -> int:
        """(ST-PERSON-13)"""
        return plain + int(state.book.bonuses["negotiator_per_delivery"])

    def station_stellors(self, state: Position, trader: Trader, plain: int) -> int:
        """Whoever delivers (ST-PERSON-14)."""
        return plain + int(state.book.bonuses["negotiator_at_own_station"])
