"""The table of orders: what carries out each kind (ORDERS.md, Star Traders). Answers to choices are
in `procedures.py`.
"""

from __future__ import annotations

from traders.engines.star_traders import (
    card_play,
    delivery_procedures,
    dice,
    jump,
    luck_cards,
    personality_procedures,
    ship_engines,
    stations,
    turn,
)
from traders.engines.star_traders import order_types as orders
from traders.engines.star_traders.cards import avoid_calamity
from traders.engines.star_traders.order_handler import OrderHandler

HANDLERS: dict[type[orders.Order], OrderHandler] = {
    orders.Jump: jump.JUMP,
    orders.Halt: turn.HALT,
    orders.Build: stations.BUILD,
    orders.BuyEngine: ship_engines.ENGINE,
    orders.Draw: luck_cards.DRAW,
    orders.End: turn.END,
    orders.Play: card_play.PLAY,
    orders.Avoid: avoid_calamity.AVOIDING,
    orders.Reroll: dice.REROLL,
    orders.Repair: ship_engines.REPAIR,
    orders.Permit: stations.PERMIT,
    orders.Forbid: stations.FORBID,
    **delivery_procedures.HANDLERS,
    **personality_procedures.HANDLERS,
}
