"""The Negotiator: more Stellors for deliveries, paid even where a special payoff grants nothing
(ST-PERSON-15).
"""

from __future__ import annotations

from traders.engines.star_traders.personalities import personality_rules as rules
from traders.engines.star_traders.position.state import Position, Trader

NAME = "The Negotiator"


@rules.delivery_stellors.of(NAME)
def _delivery_stellors(plain: int, state: Position, trader: Trader) -> int:
    """(ST-PERSON-13)"""
    return plain + int(state.book.bonuses["negotiator_per_delivery"])


@rules.station_stellors.of(NAME)
def _station_stellors(plain: int, state: Position, trader: Trader) -> int:
    """Whoever delivers (ST-PERSON-14)."""
    return plain + int(state.book.bonuses["negotiator_at_own_station"])
