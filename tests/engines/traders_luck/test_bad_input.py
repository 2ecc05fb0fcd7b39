"""Each order of Star Trader's Luck and its expansion, given wrongly (ORDERS.md): in a wrong form,
with an unknown name, at a wrong time, in another's turn.
"""

from __future__ import annotations

from tests.engines.bad_input import Bad, BadInput
from traders.engines.traders_luck import ENGINE
from traders.engines.traders_luck.bounty_hunters.day_without_trip import Stay
from traders.engines.traders_luck.play.order_language import ORDERS

TRADING = {"stage": "trade", "planet": {"size": "small", "dice": ["food", "food", "ore"]}}
TABLE = [
    Bad("travel small", "travel", "travel tiny", TRADING),
    Bad("follow", "follow blue", "", TRADING),
    Bad("keep food", "keep", "keep spice"),
    Bad("settle", "settle down"),
    Bad("sell", "sell for", "sell 1 spice"),
    Bad("buy 1 food", "buy", "buy 1 spice"),
    Bad("expand", "expand it"),
    Bad("attack pirate", "attack", "attack planet"),
    Bad("attack trader taking ore", "attack trader ore", "attack trader taking spice"),
    Bad("pass", "pass on it"),
    Bad("shield", "shield it"),
    Bad("intercept", "intercept red"),
    Bad("commit 1 missiles and 0 shields", "commit", "commit 1 torpedo"),
    Bad("take cargo", "take", "take crew"),
    Bad("leave cargo", "leave", "leave crew"),
    Bad("pirate", "pirate him"),
    Bad("trader takes medicine", "trader takes", "trader takes spice"),
    Bad("end", "end it all"),
    Bad("finish", "finish it", "", TRADING | {"stage": "roll"}),
]


class TestTradersLuck(BadInput):
    engine = ENGINE
    table = TABLE
    kinds = ORDERS.handlers.keys() - {Stay}  # which is no line of a player's (TL-PBM-05)
    options = {"bounty_hunters": True, "cargo_bay": True}
    untimely = ("BH-SEQ-01", "TL-ORD-08")
    out_of_turn = ("TL-ORD-02", "TL-ORD-03")
