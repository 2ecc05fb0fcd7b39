"""The actions of a turn, and what else is ordered as it stands."""

from __future__ import annotations

from traders.engines.imperial_trader.actions import auto_order, buy_repair, deal, fly, work
from traders.engines.imperial_trader.orders.order_language import ImperialOrders
from traders.engines.imperial_trader.ship import damage
from traders.engines.imperial_trader.turn import turn

PLAIN = ImperialOrders(
    (
        damage.START_AT,
        work.OFFLOAD,
        work.LOAD,
        fly.FLY,
        buy_repair.REPAIR,
        buy_repair.BUY,
        deal.DEAL,
        auto_order.AUTO,
        deal.DISCARD,
        deal.KEEP,
        turn.END,
    )
)
