"""A bot's Disasters: five attack cards that no battle needs bring down what hurts most."""

from __future__ import annotations

from collections.abc import Sequence

from traders.bots.stratastar.unseen_cards_and_assaults import Prospect

CALAMITY = 5


def strike(mind: Prospect, orders: Sequence[str]) -> str:
    """A colony of who leads, best one beside an own Fleet, which may settle there next; "" where a
    battle is to be fought with the cards.
    """
    if mind.worth("attack", research=False) < CALAMITY or mind.assaults:
        return ""
    lead = mind.leader["seat"] if mind.leader else ""
    far = mind.near(mind.stacks(mind.me))
    found = [
        order.split()
        for order in orders
        if order.startswith("strike") and order.split()[1] != mind.seat
    ]
    ranked = sorted(
        (
            words[2] != "colony",
            words[1] != lead,
            far.get(words[-1], 99),
            words,
        )
        for words in found
        if words[1] in {foe["seat"] for foe in mind.foes}
    )
    return " ".join(ranked[0][3]) if ranked else ""
