"""Pirate Pete: Piracy is many cards, and engines are booty (the raid: `engine_raid.py`)."""

from __future__ import annotations

from traders.engines.star_traders.personalities import personality_rules as rules
from traders.engines.star_traders.position.state import Position, Trader

NAME = "Pirate Pete"
STANDS_IN = (
    "Avoid Calamity", "Codebreaker", "Gotcha", "Lose a Cargo", "Lose a Station", "Stressed Engines",
    "Takeover", "You Are Lost",
)  # fmt: skip


@rules.stands_in.of(NAME)
def _stands_in(plain: list[str], state: Position, trader: Trader, card: str) -> list[str]:
    """(ST-NEWPERSON-14)"""
    return [*plain, *STANDS_IN] if card == "Piracy" else plain


@rules.raids.of(NAME)
def _raids(plain: bool, state: Position, trader: Trader) -> bool:
    """(ST-NEWPERSON-15)"""
    return True
