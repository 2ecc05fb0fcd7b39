"""Lucky Lou: a larger hand, and two cards at a time; two to start with, like everybody
(ST-PERSON-09).
"""

from __future__ import annotations

from traders.engines.star_traders.personalities import personality_rules as rules
from traders.engines.star_traders.position.state import Position, Trader

NAME = "Lucky Lou"
DRAWN = 2
KEPT = (1, 2)


@rules.hand_limit.of(NAME)
def _hand_limit(plain: int, state: Position, trader: Trader) -> int:
    """(ST-PERSON-08)"""
    return state.book.limits["hand_max_lucky_lou"]


@rules.draws.of(NAME)
def _draws(plain: int, state: Position, trader: Trader) -> int:
    """Two, as far as the limit allows, seen together (ST-PERSON-10, ST-PERSON-12)."""
    return max(0, min(DRAWN, rules.hand_limit(state, trader) - len(trader.hand)))


@rules.bars_exchange.of(NAME)
def _bars_exchange(plain: str, state: Position, trader: Trader, discarding: int) -> str:
    """One or two cards are kept, all others may go (ST-PERSON-11)."""
    return "" if len(trader.hand) - discarding in KEPT else "ST-PERSON-11"


@rules.keeps_cards.of(NAME)
def _keeps_cards(plain: bool, state: Position, trader: Trader) -> bool:
    """(ST-PERSON-11)"""
    return True
