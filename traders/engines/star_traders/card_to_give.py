"""A card without a name in a deal: which one to give, its holder says when the deal is done.

Not among `deals/`, which know the procedures that ask for it.
"""

from __future__ import annotations

from collections import Counter

from traders.engines.kernel.agenda import Told
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named, told_to_all, told_to_one
from traders.engines.star_traders import luck_cards
from traders.engines.star_traders.delivery_steps import GiveCard
from traders.engines.star_traders.order_handler import Asked
from traders.engines.star_traders.order_types import Choose
from traders.engines.star_traders.state import Position


def choose(state: Position, step: GiveCard) -> Asked | None:
    """(ST-TRADE-01)"""
    cards = list(Counter(state.traders[step.seat].hand) - Counter(step.brought))
    if not cards:
        return None
    return Asked(
        step.seat,
        f"Which card do you give to {named(step.to)}?",
        [Choose(card) for card in cards],
        "ST-TRADE-01",
    )


def chosen(state: Position, step: GiveCard, seat: Seat, order: Choose, told: Told) -> None:
    """The card passes from hand to hand, seen by these two alone (ST-LUCK-02); what is given to who
    has dropped out since is discarded (ST-DROP-11, ST-DROP-03).
    """
    if state.traders[step.to].out:
        luck_cards.discard(state, seat, order.thing)
        told.append(
            told_to_all(
                f"{named(seat)} discards {order.thing}.",
                "ST-DROP-11",
                kind="discards",
                seat=seat,
                card=order.thing,
            )
        )
        return
    state.traders[seat].hand.remove(order.thing)
    state.traders[step.to].hand.append(order.thing)
    for other in state.agenda:
        if isinstance(other, GiveCard) and other.seat == step.to:
            other.brought.append(order.thing)
    told.append(
        told_to_one(seat, f"You give {named(step.to)} {order.thing}.", "ST-TRADE-01", reveals=True)
    )
    told.append(
        told_to_one(step.to, f"{named(seat)} gives you {order.thing}.", "ST-TRADE-01", reveals=True)
    )
