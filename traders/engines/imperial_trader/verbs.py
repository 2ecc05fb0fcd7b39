"""The table of all orders: plain ones, and those ahead."""

from __future__ import annotations

from traders.engines.imperial_trader import ahead, at_once, order_types, plain
from traders.engines.imperial_trader.verb import Verb

VERBS: dict[type[order_types.Order], Verb] = {
    **plain.VERBS,
    order_types.If: ahead.IF,
    order_types.Otherwise: ahead.OTHERWISE,
    order_types.WholeRound: at_once.ROUND,
}
