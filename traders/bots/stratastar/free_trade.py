"""A bot's free trade: cards of which it has too many for one that it wants; what it is offered it
weighs card by card (SS-TRD-02).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from traders.bots.stratastar.draw_trade_support_phases import surplus
from traders.bots.stratastar.unseen_cards_and_assaults import Prospect

OFTEN = 0.2
"""How often a Trade phase with something to spare begins with an offer."""
VALUE = {"build": 1.2, "move": 1.1, "attack": 1, "trade": 0.9, "research": 1.6}


def answer(mind: Prospect, orders: Sequence[str]) -> str:
    """`accept` or `decline` of the oldest offer made to the bot; "" where there is none."""
    for deal in mind.view.get("deals", ()):
        if not deal["mine"] and f"decline {deal['number']}" in orders:
            pays = f"accept {deal['number']}" in orders and _worth(mind, deal["get"], 1) > _worth(
                mind, deal["give"], -1
            )
            return f"{'accept' if pays else 'decline'} {deal['number']}"
    return ""


def _worth(mind: Prospect, things: str, sign: int) -> float:
    """What cards are worth as they come (1) or go (-1): the more one has of a kind, the less is one
    more.
    """
    total: float = 0
    for n, star, name in re.findall(r"\b(\d+) (starred )?(\w+)", things):
        kind = name.removesuffix("s") if name != "research" else name
        for m in range(int(n)):
            have = mind.hand.get(kind, 0) + (m if sign > 0 else -m - 1)
            total += VALUE[kind] * (1.8 if star else 1) / (1 + 0.4 * max(0, have))
    return total


def offered(mind: Prospect) -> str:
    """Now and then, once a turn, an offer to the foe with fewest Worlds, and time to answer."""
    if mind.view["bargained"] or mind.view.get("deals") or mind.lot("bargain") >= OFTEN:
        return ""
    spare = next((kind for kind in surplus(mind)), "")
    wanted = min(
        ("build", "move", "attack"), key=lambda kind: (mind.hand.get(kind, 0), mind.lot(kind))
    )
    partners = [one for one in mind.others if one["cards"] and one["seat"] in mind.view["contact"]]
    if not spare or spare == wanted or not partners:
        return ""
    to = min(partners, key=lambda one: (one["worlds"], mind.lot(one["seat"])))
    return f"offer {to['seat']}: 1 {spare} for 1 {wanted}\nhold"
