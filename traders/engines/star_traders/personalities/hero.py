"""The Hero: Prestige for deliveries and for calamities avoided."""

from __future__ import annotations

from traders.engines.kernel.steps.agenda import Told
from traders.engines.star_traders.personalities.personality import Personality
from traders.engines.star_traders.position import prestige
from traders.engines.star_traders.position.state import Position, Trader


class Hero(Personality):
    """The delivery's Prestige is gained even where a special payoff grants none (ST-PERSON-31)."""

    name = "The Hero"

    def delivery_prestige(self, state: Position, trader: Trader, plain: int) -> int:
        """After doubling (ST-PERSON-28, ST-PERSON-30)."""
        return plain + int(state.book.bonuses["hero_per_delivery"])

    def calamity_avoided(self, state: Position, trader: Trader, told: Told) -> None:
        """(ST-PERSON-29)"""
        prestige.gain(
            state,
            trader.seat,
            int(state.book.bonuses["hero_per_avoid_calamity"]),
            told,
            "ST-PERSON-29",
        )
