"""The table of orders: what carries out each kind, of actions, ordered ahead, of a whole round."""

from __future__ import annotations

from traders.engines.imperial_trader import (
    actions,
    damage,
    order_types,
    second_action,
    simultaneous_orders,
    steps,
)
from traders.engines.imperial_trader.actions import deal
from traders.engines.imperial_trader.order_handler import OrderHandler
from traders.engines.kernel.agenda import Step

HANDLERS: dict[type[order_types.Order], OrderHandler] = {
    **actions.HANDLERS,
    order_types.If: second_action.IF,
    order_types.Otherwise: second_action.OTHERWISE,
    order_types.WholeRound: simultaneous_orders.ROUND,
}

OFFERED: dict[type[Step], tuple[OrderHandler, ...]] = {
    steps.Placement: (damage.START_AT,),
    steps.Ordering: (simultaneous_orders.ROUND,),
    steps.Acting: actions.ACTIONS,
    steps.Wrecked: (damage.START_AT,),
    steps.Discarding: (deal.DISCARD,),
}
"""What can be offered where play stands."""
