"""Cards that a bot does not give away: their new owner would turn them on it."""

from __future__ import annotations

from traders.bots.star_traders.valuation import Sight
from traders.engines.star_traders.seen import TraderSeen

NEVER = 100.0
"""What is not for sale costs so much, in Stellors."""
DICE = frozenset(("Zap", "Superzap"))
"""Cards that are no Calamity and yet hurt, by a die of the one whom they are meant for."""


def turned_on_giver(
    mind: Sight, thing: str, buyer: TraderSeen, others: frozenset[str] = frozenset()
) -> bool:
    """Whether a thing that goes to `buyer` is a Calamity (ST-CALAMITY-01), or one of `others`, that
    would be played on this seat: because nobody else whom the buyer could strike is nearer to
    winning, because it strikes who is there, or because Pirate Pete plays it as almost any
    (ST-NEWPERSON-14).
    """
    if thing != "a card" and not thing.startswith("card "):
        return False
    name = mind.cheapest if thing == "a card" else mind.named_card(thing.removeprefix("card "))
    card = mind.book.cards.get(name)
    if card is None or not (card.calamity or name in others):
        return False
    if name == "Piracy" and "Pirate Pete" in buyer["personality"]:
        return True
    here = {"Piracy": [mind.here], "Takeover": mind.me["stations"]}.get(name, ())
    rest = (mind.threat(rival) for rival in mind.rivals if rival is not buyer)
    return buyer["at"] in here or mind.threat(mind.me) >= max(rest, default=0.0)
