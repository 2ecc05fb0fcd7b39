"""Pirate Pete: Piracy is many cards, and engines are booty (the raid: `engine_raid.py`)."""

from __future__ import annotations

from collections.abc import Sequence

from traders.engines.star_traders.personalities.personality import Personality

STANDS_IN = (
    "Avoid Calamity", "Codebreaker", "Gotcha", "Lose a Cargo", "Lose a Station", "Stressed Engines",
    "Takeover", "You Are Lost",
)  # fmt: skip


class Pete(Personality):
    name = "Pirate Pete"

    def stands_in(self, card: str) -> Sequence[str]:
        """(ST-NEWPERSON-14)"""
        return STANDS_IN if card == "Piracy" else ()

    def raids(self, plain: bool) -> bool:
        """(ST-NEWPERSON-15)"""
        return True
