"""Bots' offers and answers to offers, from their view and menu alone.

A bot has at most one offer open and does not soon repeat its latest ones, so as not to bother human
players. It answers offers in its next letter.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta

from traders.bots.registry import Bots
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Offer, View
from traders.engines.kernel.seats import Seat

PATIENCE = timedelta(hours=12)
"""How long an offer stays open: a human reads it in a letter."""
REMEMBERED = 6
"""Latest offers that a bot does not repeat."""


def lines(
    bots: Bots,
    view: View,
    menu: Sequence[Offer] | None,
    seed: int,
    level: Level,
    *,
    begins: bool,
    lately: Collection[str] = (),
    fresh: bool = False,
    spared: Collection[Seat] = (),
) -> list[str]:
    """The lines about deals that a bot writes before its order: withdrawing its own offer after a
    round, a new offer, answers.

    `menu`: its menu, None if unknown. `begins`: its turn begins. `lately`: its latest offers, as
    orders. `fresh`: the last of them is too young for an answer. `spared`: who is offered nothing.
    An acceptance stands alone, since it may change everything else.
    """
    if not bots.bargains:
        return []
    offered = [deal for deal in view.get("deals", ()) if not deal["mine"]]
    possible = None if menu is None else {offer.order for offer in menu}
    for deal in offered:
        accept = f"accept {deal['number']}"
        if (possible is None or accept in possible) and bots.accepts(view, deal, seed, level):
            return [accept]
    own = [deal for deal in view.get("deals", ()) if deal["mine"]]
    stale = [f"withdraw {deal['number']}" for deal in own] if begins and not fresh else []
    offer = (
        bots.bargain(view, seed, level) if (begins or offered) and len(stale) == len(own) else ""
    )
    return [
        *stale,
        *([offer] if offer and offer not in lately and offered_to(offer) not in spared else []),
        *(f"decline {deal['number']}" for deal in offered),
    ]


def offered_to(order: str) -> Seat:
    """The seat to which an order offers a deal; "" for another order."""
    return order.removeprefix("offer ").partition(":")[0] if order.startswith("offer ") else ""
