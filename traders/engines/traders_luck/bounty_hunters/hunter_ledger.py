"""What the expansion adds to a Trader's ledger."""

from __future__ import annotations

import msgspec


class Hunter(msgspec.Struct):
    """Missiles and shields owned, and the two ratings (BH-EQP-01, BH-RAT-01). `detained`: days lost
    to detention in this game.
    """

    missiles: int = 0
    shields: int = 0
    piracy: int = 0
    bounty: int = 0
    detained: int = 0

    @property
    def pirate(self) -> bool:
        """Whether it is a pirate player's (BH-RAT-06)."""
        return self.piracy >= 1
