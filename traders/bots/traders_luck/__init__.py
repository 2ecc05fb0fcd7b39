"""A bot that weighs what is offered by what it should come to in the end, from its view alone. The
seed decides between equals; it should be another each time.

There is one mind. A master looks at the dice before it goes on, and further ahead; a player orders
a turn that can be foreseen as a whole, one line after another, and stumbles now and then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from traders.bots.traders_luck import (
    combat_phase,
    rolling_and_trading,
    ship_encounters,
    trip_choice,
)
from traders.bots.traders_luck.situation import Mind
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Interval, Offer, Pending, View

UNWISE = ("finish",)
"""Orders into which nobody stumbles: they end the game for good."""
PLAYER_STUMBLES = 1 / 12


def bot(view: View, pending: Pending, offers: Sequence[Offer], seed: int, level: Level) -> str:
    """The next order of the view's seat; of less than a master, a whole turn."""
    if level == Level.MASTER:
        return thought(Mind(view, seed, whole=False), pending, offers)
    return thought(Mind(view, seed, depth=0), pending, offers)


def thought(mind: Mind, pending: Pending, offers: Sequence[Offer]) -> str:
    """What should come to most: an order, or all those of a turn that can be foreseen."""
    if isinstance(pending, Interval):
        return combat_phase.answer(mind, pending, offers)
    orders = [offer.order for offer in offers]
    if not orders:
        return "end"
    for fits, chosen in HUNTERS if "bounty_hunters" in mind.view["options"] else TRADERS:
        if any(order.startswith(fits) for order in orders):
            return chosen(mind, orders)
    return orders[0]


TRADERS: Sequence[tuple[str, Callable[[Mind, Sequence[str]], str]]] = (
    ("travel", trip_choice.trip),
    ("finish", rolling_and_trading.trade),
    ("settle", rolling_and_trading.roll),
)
"""What is decided where nobody is met, by the beginning of an order that is offered."""
HUNTERS: Sequence[tuple[str, Callable[[Mind, Sequence[str]], str]]] = (
    ("travel", trip_choice.trip),
    ("finish", rolling_and_trading.trade),
    ("settle", ship_encounters.roll),
    ("shield", combat_phase.shield),
    ("trader takes", ship_encounters.trader_takes),
    ("attack", ship_encounters.attack),
)
"""The same where ships are met."""
