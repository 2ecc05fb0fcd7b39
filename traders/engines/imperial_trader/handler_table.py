"""The table of orders: what carries out each kind, of actions, ordered ahead, of a whole round."""

from __future__ import annotations

from traders.engines.imperial_trader import (
    ahead,
    at_once,
    damage,
    dealing,
    order_types,
    plain,
    steps,
)
from traders.engines.imperial_trader.order_handler import OrderHandler
from traders.engines.kernel.agenda import Step

HANDLERS: dict[type[order_types.Order], OrderHandler] = {
    **plain.HANDLERS,
    order_types.If: ahead.IF,
    order_types.Otherwise: ahead.OTHERWISE,
    order_types.WholeRound: at_once.ROUND,
}

OFFERED: dict[type[Step], tuple[OrderHandler, ...]] = {
    steps.Placement: (damage.START_AT,),
    steps.Ordering: (at_once.ROUND,),
    steps.Acting: plain.ACTIONS,
    steps.Wrecked: (damage.START_AT,),
    steps.Discarding: (dealing.DISCARD,),
}
"""What can be offered where play stands."""
