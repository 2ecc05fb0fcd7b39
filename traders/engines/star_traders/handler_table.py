"""The table of orders: what carries out each kind (ORDERS.md, Star Traders). Answers to choices are
in `procedures.py`.
"""

from __future__ import annotations

from traders.engines.star_traders import (
    dice,
    jump,
    luck,
    playing,
    shipyards,
    stations,
    talent_procedures,
    trade_procedures,
    turn,
)
from traders.engines.star_traders import order_types as orders
from traders.engines.star_traders.cards import avoid
from traders.engines.star_traders.order_handler import OrderHandler

HANDLERS: dict[type[orders.Order], OrderHandler] = {
    orders.Jump: jump.JUMP,
    orders.Halt: turn.HALT,
    orders.Build: stations.BUILD,
    orders.BuyEngine: shipyards.ENGINE,
    orders.Draw: luck.DRAW,
    orders.End: turn.END,
    orders.Play: playing.PLAY,
    orders.Avoid: avoid.AVOIDING,
    orders.Reroll: dice.REROLL,
    orders.Repair: shipyards.REPAIR,
    orders.Permit: stations.PERMIT,
    orders.Forbid: stations.FORBID,
    **trade_procedures.HANDLERS,
    **talent_procedures.HANDLERS,
}
