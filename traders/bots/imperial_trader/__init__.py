"""The bots: a player who does what is sensible next, and a master who looks ahead to the goal. Both
play by their seat's view alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.bots.imperial_trader import master, player
from traders.engines.kernel.contract import Offer, Pending, View
from traders.engines.kernel.level import Level


def bot(view: View, pending: Pending, offers: Sequence[Offer], seed: int, level: Level) -> str:
    """The next order of the view's seat."""
    if level == Level.MASTER:
        return master.order(view, offers, seed)
    return player.order(view, pending, offers, seed)


def bot_words(view: View, seed: int, level: Level) -> tuple[str, ...]:
    """A master looks at each round anew; the others order an errand ahead."""
    return () if level == Level.MASTER else player.words(view)
