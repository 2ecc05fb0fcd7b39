"""Each order of Imperial Trader, given wrongly (ORDERS.md): in a wrong form, with an unknown name,
at a wrong time, in another's turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.engines.bad_input import Bad, BadInput
from traders.engines.imperial_trader import ENGINE
from traders.engines.imperial_trader.play.order_play import ORDERS

SETUP = {"setup": True}
TABLE = [
    Bad("start at greenholt", "start greenholt", "start at nowhere", {}),
    Bad("fly greenholt", "fly", "fly nowhere", SETUP),
    Bad("load ore to carthax", "load", "load spice to carthax", SETUP),
    Bad("offload ore to carthax", "offload", "offload spice to nowhere", SETUP),
    Bad("repair 1", "repair", "repair hull", SETUP),
    Bad("buy hull", "buy", "buy sails", SETUP),
    Bad("deal", "deal two", "", SETUP),
    Bad("auto", "auto fly", "", SETUP),
    Bad("discard ore to carthax", "discard", "discard spice", SETUP),
    Bad("keep ore to carthax", "keep", "keep spice", SETUP),
    Bad("if arrived: deal", "if arrived", "if bored: deal", SETUP),
    Bad("otherwise: deal", "otherwise", "otherwise: sing", SETUP),
    Bad("round: deal; end", "round deal", "round: sing", {}),
    Bad("end", "end it all", "", SETUP),
]


class TestImperialTrader(BadInput):
    engine = ENGINE
    table = TABLE
    kinds = ORDERS.handlers.keys()
    another: Mapping[str, Any] = {}
    untimely = ("IT-SET-01", "IT-SET-02")
    out_of_turn = ("IT-SET-06", "IT-TRN-01")

    def line(self, bad: Bad) -> str:
        """Orders name things of the chart."""
        state = ENGINE.position(self.seats, {}, {})
        return bad.line.replace("ore to carthax", state.chart.orders[0].casefold())
