"""A bot that throws away what it cannot use, settles by the shortest ways, reckons what hidden
hands may hold before it fights, sends spies first where that decides, and keeps its Homeworld: from
its view alone. The seed decides between equals; it should be another each time.

There is one mind; who is less than a master stumbles. Where several things are asked at once (the
battles of a phase) the answer has a line for each. Nobody waits for its answers to an attack: they
are standing orders, said at the end of its turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.bots.stratastar import (
    build_phase,
    disaster_choice,
    draw_trade_support_phases,
    free_trade,
    movement_phase,
    reaction_answers,
    standing_orders,
)
from traders.bots.stratastar.unseen_cards_and_assaults import Prospect
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Choice, Interval, Offer, Pending, View

PLAYER_STUMBLES = 1 / 6
FAR = 99
"""Steps to a World to which no way is known."""


def bot(view: View, pending: Pending, offers: Sequence[Offer], seed: int, level: Level) -> str:
    """The next order of the view's seat; in an interval `pass` where nothing is worth more."""
    mind = Prospect(view, seed)
    orders = [offer.order for offer in offers]
    if isinstance(pending, Choice):
        return min(pending.things, key=mind.lot)
    if bargain := free_trade.answer(mind, orders):
        return bargain
    if isinstance(pending, Interval):
        return reaction_answers.answer(mind, pending, orders)
    return _in_turn(mind, offers, orders)


def _in_turn(mind: Prospect, offers: Sequence[Offer], orders: Sequence[str]) -> str:
    """The next order of a turn; with its end go the standing orders for the others' turns."""
    match mind.view["stage"]:
        case "placing":
            return min(
                (order for order in orders if order.startswith("homeworld")),
                key=lambda order: _crowded(mind, order.split()[-1]),
            )
        case "draw":
            return draw_trade_support_phases.draw(mind, orders)
        case "trade":
            return free_trade.offered(mind) or draw_trade_support_phases.trade(mind, orders)
        case "support":
            return draw_trade_support_phases.support(mind, orders)
        case "build":
            return build_phase.build(mind, orders)
        case "movement":
            return (
                movement_phase.move(mind, offers)
                or disaster_choice.strike(mind, orders)
                or _end(mind)
            )
    return _end(mind)


def _end(mind: Prospect) -> str:
    """The end of a turn, and what answers others until the next."""
    return "\n".join(["forget all", *standing_orders.standing(mind), "end"])


def _crowded(mind: Prospect, corner: str) -> tuple[int, float]:
    return sum(worlds_near(mind, corner)), mind.lot(corner)


def worlds_near(mind: Prospect, corner: str) -> list[int]:
    """How far the six Worlds nearest to a corner are."""
    steps = mind.near([corner])
    return sorted(steps.get(one, FAR) for one, kind in mind.map.items() if kind == "world")[:6]
