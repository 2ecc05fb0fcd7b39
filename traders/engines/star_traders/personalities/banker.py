"""The Banker: much money, one engine, and a part of what the others pay the bank."""

from __future__ import annotations

from traders.engines.star_traders.personalities import personality_rules as rules
from traders.engines.star_traders.position.state import Position, Trader

NAME = "The Banker"


@rules.first_stellors.of(NAME)
def _first_stellors(plain: int, state: Position, trader: Trader) -> int:
    """(ST-NEWPERSON-11)"""
    return state.book.personalities[NAME].start_stellors


@rules.first_engines.of(NAME)
def _first_engines(plain: int, state: Position, trader: Trader) -> int:
    """(ST-NEWPERSON-11)"""
    return state.book.personalities[NAME].start_engines


@rules.commission.of(NAME)
def _commission(plain: int, state: Position, trader: Trader, paid: int) -> int:
    """A tenth, rounded up, out of what the bank receives (ST-NEWPERSON-12)."""
    return plain + -(-paid // 10)


@rules.takes_envoys.of(NAME)
def _takes_envoys(plain: str, state: Position, trader: Trader) -> str:
    """(ST-NEWPERSON-13)"""
    return "ST-NEWPERSON-13" if trader.engines < 2 else plain
