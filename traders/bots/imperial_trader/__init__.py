"""The bots. There is one mind, which plays by its seat's view alone. A master looks at what a whole
round may come to, and how near a rival is; a player at one action, orders an errand ahead, and
stumbles now and then.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.bots.imperial_trader import action_choice, whole_round_orders
from traders.engines.imperial_trader.position.view_types import CaptainSeen
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Offer, Pending, View

PLAYER_STUMBLES = 1 / 3
ROUNDS_AHEAD = 8
"""Rounds for which an errand is ordered ahead: hardly one takes longer."""


def bot(view: View, pending: Pending, offers: Sequence[Offer], seed: int, level: Level) -> str:
    """The next order of the view's seat."""
    depth = action_choice.Depth.RIVAL if level == Level.MASTER else action_choice.Depth.ACTION
    return action_choice.order(view, offers, seed, depth)


def bot_words(view: View, seed: int, level: Level) -> tuple[str, ...]:
    """Where a round is ordered at once, all but a master order the whole errand ahead."""
    me: CaptainSeen = next(one for one in view["seats"] if one["seat"] == view["seat"])
    holds = [f"me holds {one['order'].casefold()}" for one in me["orders"]]
    if level == Level.MASTER or view["stage"] != "orders" or not holds:
        return ()
    plan = whole_round_orders.errand(me, ROUNDS_AHEAD, *holds)
    return ("\n".join(plan),) if plan else ()
