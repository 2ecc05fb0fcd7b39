"""A game of Star Trader's Luck played by direct calls."""

from typing import Any

from tests.engines.game import DirectGame
from traders.engines.kernel.contract.contract import Chance
from traders.engines.traders_luck import ENGINE

NOTHING = ("no police", "blank", "blank", "blank")
"""What the expansion's dice show where nobody is about."""


class Game(DirectGame):
    """Three seats unless they are named; chance is a list of faces."""

    engine = ENGINE

    def fallen(self, chance: Chance) -> int:
        return chance.faces.index(self.chance.pop(0)) + 1


def lot(good: str, n: int, paid: int) -> dict[str, Any]:
    return {"good": good, "n": n, "paid": paid}
