"""The table of orders: what carries out each kind (ORDERS.md, Star Trader's Luck)."""

from __future__ import annotations

from traders.engines.kernel.agenda import Step
from traders.engines.traders_luck import (
    buying,
    expanding_cargo_bay,
    order_types,
    planet_dice,
    selling,
    steps,
    travel,
    turn,
)
from traders.engines.traders_luck.bounty_hunters import procedures as hunters
from traders.engines.traders_luck.order_handler import OrderHandler

HANDLERS: dict[type[order_types.Order], OrderHandler] = {
    order_types.Travel: travel.TRAVEL,
    order_types.Follow: travel.FOLLOW,
    order_types.Keep: planet_dice.KEEP,
    order_types.Settle: planet_dice.SETTLE,
    order_types.Sell: selling.SELL,
    order_types.Expand: expanding_cargo_bay.EXPAND,
    order_types.Buy: buying.BUY,
    **hunters.HANDLERS,
    order_types.End: turn.END,
    order_types.Finish: turn.FINISH,
}

OFFERED: dict[type[Step], tuple[OrderHandler, ...]] = {
    steps.Travelling: (travel.TRAVEL, travel.FOLLOW, turn.FINISH),
    steps.Rolling: (planet_dice.KEEP, planet_dice.SETTLE),
    steps.Trading: (selling.SELL, expanding_cargo_bay.EXPAND, buying.BUY, turn.END, turn.FINISH),
    **hunters.OFFERED,
}
"""What can be offered where play stands."""
