"""What a bot bids: for a Personality by its worth, for a station by who loses it and where it
stands.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.bots.star_traders.plan_and_valuations import Mind
from traders.engines.kernel.contract.contract import Offer
from traders.engines.kernel.words import capital, count

WORTH = {  # Stellors that a Personality seems worth at the beginning
    "The Navigator": 9, "The Psychic": 4, "Lucky Lou": 8, "The Negotiator": 9, "The Engineer": 7,
    "The Insider": 11, "The Hero": 12, "Awesome Andi": 10, "The Seer": 8, "Verdant Velma": 6,
    "The Banker": 13, "Pirate Pete": 7,
}  # fmt: skip


def bid(mind: Mind, offers: Sequence[Offer]) -> str:
    """The sealed bid, or none; below what is held, and within what was offered."""
    most = max(
        (
            blank.high or 0
            for offer in offers
            if offer.order.startswith("bid ")
            for blank in offer.blanks
        ),
        default=0,
    )
    stellors = min(most, _worth(mind))
    return f"bid {stellors}" if stellors > 0 else "no bid"


def why(mind: Mind) -> str:
    """What the lot is worth to the bot, and what there is to pay with."""
    lot = mind.view["auction"]
    has = f"you have {count(mind.stellors, 'Stellor')}"
    if not lot or not mind.stellors:
        return f"{capital(has)}."
    worth = count(_worth(mind), "Stellor")
    yours = " (your own)" if lot["world"] in mind.me["stations"] else ""
    return f"{capital(lot['what'])}{yours} is worth about {worth} to me; {has}."


def _worth(mind: Mind) -> int:
    lot = mind.view["auction"]
    if not lot:
        return 0
    spread = (3 + 4 * mind.lot("bid", lot["what"])) / 5
    if not lot["world"]:
        return round(WORTH.get(lot["what"], 5) * spread)
    mine = lot["world"] in mind.me["stations"]
    beside = bool(mind.near(lot["world"]) & set(mind.me["stations"]))
    return round((9 if mine else 7 if beside else 2) * spread)
