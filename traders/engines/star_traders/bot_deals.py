"""What a bot makes of offers: it accepts what pays by its own reckoning, in Stellors, and declines the rest."""

from __future__ import annotations

import re
from collections.abc import Sequence

from traders.engines.contract import Offer
from traders.engines.star_traders.bot_mind import Mind

MARGIN = 1.0
"""By so much a deal must be better than none."""
NEVER = 1000.0
_COUNT = re.compile(r"^([0-9]+) ")


def answer(mind: Mind, offers: Sequence[Offer]) -> str:
    """`accept` or `decline` of the oldest offer made to the bot; "" where there is none."""
    orders = {offer.order for offer in offers}
    for deal in mind.view.get("deals", ()):
        if not deal["mine"] and f"decline {deal['number']}" in orders:
            pays = f"accept {deal['number']}" in orders and _gain(mind, deal["get"]) - _price(mind, deal["give"]) >= MARGIN
            return f"{'accept' if pays else 'decline'} {deal['number']}"
    return ""


def _gain(mind: Mind, things: str) -> float:
    """What things are worth that come in."""
    return sum(_worth(mind, thing, comes=True) for thing in things.split(" and "))


def _price(mind: Mind, things: str) -> float:
    """What must be paid for things that go: more than they would be worth to buy."""
    return sum(_worth(mind, thing, comes=False) for thing in things.split(" and "))


def _worth(mind: Mind, thing: str, *, comes: bool) -> float:
    found = _COUNT.match(thing)
    count = int(found[1]) if found else 1
    if thing == "nothing":
        return 0.0
    if "stellors" in thing:
        return float(count)
    if thing.endswith(("engine", "engines")):
        return (10.0 if mind.own["engine_price"] else 0.0) * count if comes else 35.0 * count
    if thing.startswith("station at"):
        return 4.0 if comes else 9.0
    if thing.startswith("card ") or thing == "a card":
        return (3.0 if len(mind.hand) < 2 else 0.0) if comes else 8.0
    if thing.startswith("permission"):
        return 1.0 if comes else 2.0
    if thing.startswith("right"):
        return 0.5 if comes else 4.0
    if thing.startswith("personality"):
        return 0.0 if comes else NEVER
    return _cargo(mind, thing, comes=comes)


def _cargo(mind: Mind, thing: str, *, comes: bool) -> float:
    """A cargo that is wanted somewhere is worth a part of its payoff; one's own Imperial Cargo is never sold."""
    if thing.startswith("imperial"):
        return 0.0 if comes else NEVER
    name = re.sub(r" x[0-9]+$|^[0-9]+ ", "", thing)
    pays = max((contract["stellors"] for contract in mind.contracts if contract["cargo"].lower() == name), default=0)
    if comes:
        return pays / 3 if len(mind.me["cargo"]) < 2 else -8.0
    return max(6.0, pays)
