"""The table of orders: what carries out each kind (ORDERS.md, Star Traders). Answers to choices are
in `procedures.py`.
"""

from __future__ import annotations

from traders.engines.star_traders import (
    auction,
    card_play,
    cargo,
    delivery,
    dice,
    engine_raid,
    jump,
    jump_choices,
    luck_cards,
    petition,
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
    orders.Load: cargo.LOAD,
    orders.Deliver: delivery.DELIVER,
    orders.Abandon: cargo.ABANDON,
    orders.Assign: cargo.ASSIGN,
    orders.Petition: petition.PETITION,
    orders.Add: dice.ADD,
    orders.Stay: jump_choices.STAY,
    orders.Raid: engine_raid.RAID,
    orders.Bid: auction.BID,
}
