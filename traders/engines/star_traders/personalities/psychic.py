"""The Psychic: the next contracts, before they come."""

from __future__ import annotations

from traders.engines.star_traders.personalities import personality_rules as rules
from traders.engines.star_traders.position.state import Position, Trader

NAME = "The Psychic"


@rules.foresees.of(NAME)
def _foresees(plain: int, state: Position, trader: Trader) -> int:
    """The top card, with five or six players two; they lie in their order and stay in it
    (ST-PERSON-05 to 07).
    """
    return max(plain, state.book.players(max(len(state.playing()), 2)).psychic_cards)
