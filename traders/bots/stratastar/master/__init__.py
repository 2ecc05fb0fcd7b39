"""The master: it throws away what it cannot use, settles by the shortest ways, reckons what hidden
hands may hold before it fights, sends spies first where that decides, and keeps its Homeworld.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.bots.stratastar import card_phases, free_trade, reactions
from traders.bots.stratastar.master import (
    battles,
    building,
    disasters,
    draw_and_trade,
    marches,
    standing_orders,
)
from traders.bots.stratastar.master.situation import Prospect
from traders.engines.kernel.contract import Interval, Offer


def in_interval(mind: Prospect, interval: Interval, orders: Sequence[str]) -> str:
    """What is said in an interval."""
    if interval.name == "commit":
        return battles.commit(mind, orders)
    return reactions.answer(mind, interval, orders)


def in_turn(mind: Prospect, offers: Sequence[Offer], orders: Sequence[str]) -> str:
    """The next order of a turn; with its end go the standing orders for the others' turns."""
    match mind.view["stage"]:
        case "draw":
            return draw_and_trade.draw(mind, orders)
        case "trade":
            return free_trade.offered(mind) or draw_and_trade.trade(mind, orders)
        case "support":
            return card_phases.support(mind, orders)
        case "build":
            return building.build(mind, orders)
        case "movement":
            return marches.move(mind, offers) or disasters.strike(mind, orders) or ending(mind)
    return ending(mind)


def ending(mind: Prospect) -> str:
    """The end of a turn, and what answers others until the next."""
    return "\n".join(["forget all", *standing_orders.standing(mind), "end"])
