"""The Personalities, the seven and the five (ST-NEWPERSON-01): each a file with what it makes of
the points where it differs. Another comes in as a file and a name here.
"""

from __future__ import annotations

from traders.engines.star_traders.personalities import (
    andi,
    banker,
    engineer,
    hero,
    insider,
    lou,
    navigator,
    negotiator,
    pete,
    psychic,
    seer,
    velma,
)
from traders.engines.star_traders.personalities.personality_rules import Way

PERSONALITIES = (
    navigator, psychic, lou, negotiator, engineer, insider, hero, andi, seer, velma, banker, pete,
)  # fmt: skip
"""Each has entered its changes as it was loaded."""
WAYS: dict[str, Way] = {way.kind: way for way in (andi.AWESOME, seer.PSYCHIC)}
"""Kinds of jump that only some Traders make."""
