"""Bots at the bargaining table: what they write about offers, from their view and their menu alone.

A bot has at most one offer open, and none of the last that it made does it make again soon: a human
at the table is not to be bothered. Offers that were made to it are answered in its next letter.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any

from traders.engines.kernel.additions import Bargaining
from traders.engines.kernel.contract import Offer, View

PATIENCE = timedelta(hours=12)
"""For so long an offer stays open: a human reads it in a letter."""
REMEMBERED = 6
"""So many of its latest offers a bot does not make again."""


def lines(
    engine: Any,
    view: View,
    menu: Sequence[Offer] | None,
    seed: int,
    *,
    begins: bool,
    lately: Collection[str] = (),
    fresh: bool = False,
) -> list[str]:
    """What the bot in the view's seat writes about deals before its order: an offer taken back that
    has lain a round, one of its own, answers.

    `menu`: what it may do, None where that is not known. `begins`: its turn begins. `lately`: its
    latest offers, as orders. `fresh`: whoever was made the last of them has had no time to
    answer. With an acceptance nothing else is written, since much may be
    different then.
    """
    if not isinstance(engine, Bargaining):
        return []
    made = [deal for deal in view.get("deals", ()) if not deal["mine"]]
    possible = None if menu is None else {offer.order for offer in menu}
    for deal in made:
        accept = f"accept {deal['number']}"
        if (possible is None or accept in possible) and engine.accepts(view, deal, seed):
            return [accept]
    own = [deal for deal in view.get("deals", ()) if deal["mine"]]
    stale = [f"withdraw {deal['number']}" for deal in own] if begins and not fresh else []
    offer = engine.bargain(view, seed) if (begins or made) and len(stale) == len(own) else ""
    return [
        *stale,
        *([offer] if offer and offer not in lately else []),
        *(f"decline {deal['number']}" for deal in made),
    ]
