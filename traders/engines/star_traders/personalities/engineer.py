"""The Engineer: a sixth engine, no shipyard, cheap repairs."""

from __future__ import annotations

from traders.engines.star_traders.personalities import personality_rules as rules
from traders.engines.star_traders.position.state import Position, Trader

NAME = "The Engineer"


@rules.engine_limit.of(NAME)
def _engine_limit(plain: int, state: Position, trader: Trader) -> int:
    """By trade, for its price, or at Kluge (ST-PERSON-17, ST-PERSON-18, ST-PERSON-21)."""
    return state.book.limits["engines_max_engineer"]


@rules.adds_engines_at.of(NAME)
def _adds_engines_at(plain: bool, state: Position, trader: Trader, world: int) -> bool:
    """On any world (ST-PERSON-19)."""
    return True


@rules.repair_price.of(NAME)
def _repair_price(plain: int, state: Position, trader: Trader) -> int:
    """(ST-PERSON-20)"""
    return state.book.prices["repairs_engineer"]
