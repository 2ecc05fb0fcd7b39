"""The table of orders that are carried out as they stand (ORDERS.md, Imperial Trader)."""

from __future__ import annotations

from traders.engines.imperial_trader import damage, dealing, flight, order_types, turn, work, yard
from traders.engines.imperial_trader.order_handler import OrderHandler

HANDLERS: dict[type[order_types.Order], OrderHandler] = {
    order_types.StartAt: damage.START_AT,
    order_types.Offload: work.OFFLOAD,
    order_types.Load: work.LOAD,
    order_types.Fly: flight.FLY,
    order_types.Repair: yard.REPAIR,
    order_types.Buy: yard.BUY,
    order_types.Deal: dealing.DEAL,
    order_types.Discard: dealing.DISCARD,
    order_types.End: turn.END,
}
ACTIONS = (
    work.OFFLOAD,
    work.LOAD,
    flight.FLY,
    yard.REPAIR,
    yard.BUY,
    dealing.DEAL,
    dealing.DISCARD,
    turn.END,
)
"""What is offered, in this order, to a seat that may act."""
FREE = (dealing.DISCARD, turn.END)
"""What is offered of it when both actions are taken."""
