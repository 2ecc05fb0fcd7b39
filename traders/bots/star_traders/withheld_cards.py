"""What a seat does not give away: cards that their new owner would turn on it, and anything cheaply
to who leads.
"""

from __future__ import annotations

from traders.bots.star_traders.plan_and_valuations import Mind
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders.position.view_types import TraderSeen

NEVER = 1000
"""What is not for sale costs so much, in Stellors."""
LEADER, LEADS = 6, 3
"""What whoever leads pays beside the price, and from which threat on it leads."""
DICE = ("Zap", "Superzap")
"""Cards that are no Calamity and yet hurt, by a die of the one whom they are meant for."""


def is_money(things: str) -> bool:
    return "stellor" in things


def is_card(thing: str) -> bool:
    return thing == "a card" or thing.startswith("card ")


def harm(mind: Mind, thing: str, other: Seat) -> float:
    """What it costs a seat besides the thing itself that another has it, in Stellors."""
    if thing == "nothing" or is_money(thing):
        return 0
    buyer = mind.traders[other]
    if buyer["mission"] or turned_on_giver(mind, thing, buyer):
        return NEVER  # a mission's money is worth nothing any more
    threat = mind.threat(buyer)
    leads = threat >= max(LEADS, *map(mind.threat, [mind.me, *mind.rivals]))
    return LEADER if leads else 0


def turned_on_giver(mind: Mind, thing: str, buyer: TraderSeen) -> bool:
    """Whether a thing that goes to `buyer` is a card that would be played on this seat: because
    nobody else whom the buyer could strike is nearer to winning, because it strikes who is there,
    or because Pirate Pete plays it as almost any (ST-CALAMITY-01, ST-NEWPERSON-14).
    """
    if not is_card(thing):
        return False
    name = mind.cheapest if thing == "a card" else mind.named_card(thing.removeprefix("card "))
    card = mind.book.cards.get(name)
    if card is None or not (card.calamity or name in DICE):
        return False
    if name == "Piracy" and "Pirate Pete" in buyer["personality"]:
        return True
    here = {"Piracy": [mind.here], "Takeover": mind.me["stations"]}.get(name, ())
    rest = (mind.threat(rival) for rival in mind.rivals if rival is not buyer)
    return buyer["at"] in here or mind.threat(mind.me) >= max(rest, default=0)
