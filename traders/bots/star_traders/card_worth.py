"""What a card is worth in the hand, in Stellors: by what is still to come, the petitions and
the missions of both sides.
"""

from __future__ import annotations

from traders.bots.star_traders.situation import ZAPS, Situation

WORTH = {  # usually, on an own mission, and at least where a rival is on one
    "Avoid Calamity": (9, 10, 0), "Superjump": (12, 18, 0), "Zap": (3, 3, 4),
    "Superzap": (5, 5, 6), "You Are Lost": (10, 4, 25), "Quarantine": (6, 3, 14),
    "Stressed Engines": (6, 3, 8), "Lose a Cargo": (7, 3, 16), "Lose a Station": (2, 1, 0),
    "Codebreaker": (3, 3, 0), "Takeover": (2, 1, 0), "Piracy": (6, 2, 0), "Gotcha": (6, 2, 0),
    "Imperial Favor": (6, 0, 0), "Imperial Commendation": (12, 0, 0),
    "Court Scandal": (5, 5, 0), "Disgrace at Court": (8, 8, 0), "Imperial Envoy": (7, 7, 0),
}  # fmt: skip
OTHERS = (4, 4, 0)
"""A card that the edition has beside these."""
PETITIONED = 4
"""What a Zap is worth more, and a Superzap twice, while a petition is near."""
NEAR = 11
"""With so much Prestige a petition is near."""
COURT = ("Court Scandal", "Disgrace at Court", "Imperial Envoy")
"""What strikes only Traders that have no mission yet."""
PETES = 14
"""A Piracy in the hand of Pirate Pete."""


def keep(mind: Situation, card: str) -> float:
    """What the card is worth in the hand."""
    kind = "Imperial Envoy" if card.startswith("Imperial Envoy") else card
    if kind == "Piracy" and "Pirate Pete" in mind.me["personality"]:
        return PETES  # it is many cards (ST-NEWPERSON-14)
    traders = [mind.me, *mind.rivals]
    early = [trader for trader in traders if not trader["mission"]]
    if kind in COURT and early in ([], [mind.me]):
        return 1  # Prestige means nothing any more to who is on a mission
    usual, mine, theirs = WORTH.get(kind, OTHERS)
    worth = mine if mind.me["mission"] else usual
    if any(trader["prestige"] >= NEAR for trader in early):
        worth += PETITIONED * ZAPS.get(kind.lower(), 0)
    return max(worth, theirs) if any(rival["mission"] for rival in mind.rivals) else worth


def fresh(mind: Situation) -> float:
    """What a card from the deck should be worth."""
    return 7 if any(rival["mission"] for rival in mind.rivals) else 5
