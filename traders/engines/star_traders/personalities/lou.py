"""Lucky Lou: a larger hand, and two cards at a time."""

from __future__ import annotations

from traders.engines.star_traders.personalities.personality import Personality
from traders.engines.star_traders.position.state import Position, Trader

DRAWN = 2
KEPT = (1, 2)


class Lou(Personality):
    """Starts with two cards like everybody (ST-PERSON-09)."""

    name = "Lucky Lou"

    def hand_limit(self, state: Position, trader: Trader, plain: int) -> int:
        """(ST-PERSON-08)"""
        return state.book.limits["hand_max_lucky_lou"]

    def draws(self, state: Position, trader: Trader, plain: int) -> int:
        """Two, as far as the limit allows, seen together (ST-PERSON-10, ST-PERSON-12)."""
        return max(0, min(DRAWN, self.hand_limit(state, trader, plain) - len(trader.hand)))

    def bars_exchange(self, state: Position, trader: Trader, discarding: int, plain: str) -> str:
        """One or two cards are kept, all others may go (ST-PERSON-11)."""
        return "" if len(trader.hand) - discarding in KEPT else "ST-PERSON-11"

    def keeps_cards(self, plain: bool) -> bool:
        """(ST-PERSON-11)"""
        return True
