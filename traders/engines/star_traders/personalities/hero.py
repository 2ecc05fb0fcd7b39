"""The Hero: Prestige for calamities avoided, and for deliveries, even where a special payoff grants
none (ST-PERSON-31).
"""

from __future__ import annotations

from traders.engines.kernel.steps.agenda import Told
from traders.engines.star_traders.personalities import personality_rules as rules
from traders.engines.star_traders.position import prestige
from traders.engines.star_traders.position.state import Position, Trader

NAME = "The Hero"


@rules.delivery_prestige.of(NAME)
def _delivery_prestige(plain: int, state: Position, trader: Trader) -> int:
    """After doubling (ST-PERSON-28, ST-PERSON-30)."""
    return plain + int(state.book.bonuses["hero_per_delivery"])


@rules.calamity_avoided.of(NAME)
def _calamity_avoided(plain: None, state: Position, trader: Trader, told: Told) -> None:
    """(ST-PERSON-29)"""
    gained = int(state.book.bonuses["hero_per_avoid_calamity"])
    prestige.gain(state, trader.seat, gained, told, "ST-PERSON-29")
