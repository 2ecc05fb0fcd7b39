"""The actions of a turn; and the table of orders that are carried out as they stand, actions and
others.
"""

from __future__ import annotations

from traders.engines.imperial_trader import damage, order_types, turn
from traders.engines.imperial_trader.actions import auto, buy_repair, deal, fly, work
from traders.engines.imperial_trader.order_handler import OrderHandler

HANDLERS: dict[type[order_types.Order], OrderHandler] = {
    order_types.StartAt: damage.START_AT,
    order_types.Offload: work.OFFLOAD,
    order_types.Load: work.LOAD,
    order_types.Fly: fly.FLY,
    order_types.Repair: buy_repair.REPAIR,
    order_types.Buy: buy_repair.BUY,
    order_types.Deal: deal.DEAL,
    order_types.Auto: auto.AUTO,
    order_types.Discard: deal.DISCARD,
    order_types.End: turn.END,
}
ACTIONS = (
    work.OFFLOAD,
    work.LOAD,
    fly.FLY,
    buy_repair.REPAIR,
    buy_repair.BUY,
    deal.DEAL,
    deal.DISCARD,
    turn.END,
)
"""What is offered, in this order, to a seat that may act."""
FREE = (deal.DISCARD, turn.END)
"""What is offered of it when both actions are taken."""
