"""What a card is worth in the hand, in Stellors: by what is still to come, the petitions and
the missions of both sides.
"""

from __future__ import annotations

from traders.bots.star_traders.situation import Situation

KEEP = {
    "Avoid Calamity": 9.0, "Superjump": 12.0, "Zap": 3.0, "Superzap": 5.0, "You Are Lost": 10.0,
    "Quarantine": 6.5, "Stressed Engines": 6.0, "Lose a Cargo": 7.0, "Lose a Station": 2.0,
    "Codebreaker": 3.0, "Takeover": 2.0, "Piracy": 6.5, "Gotcha": 6.0, "Imperial Favor": 6.0,
    "Imperial Commendation": 12.0, "Court Scandal": 5.0, "Disgrace at Court": 8.0,
    "Imperial Envoy": 7.0,
}  # fmt: skip
MINE = {"Zap": 5.0, "Superzap": 8.0}
"""What is added while the own petition is to come."""
THEIRS = {"Zap": 4.0, "Superzap": 6.0}
"""What is added while a rival's petition is near."""
ON_MISSION = {
    "Avoid Calamity": 10.0, "Superjump": 18.0, "Imperial Favor": 0.3,
    "Imperial Commendation": 0.3, "Takeover": 0.5, "Piracy": 2.0, "Codebreaker": 3.0,
    "Gotcha": 2.5, "You Are Lost": 4.5, "Quarantine": 3.0, "Lose a Cargo": 3.0,
    "Stressed Engines": 3.0, "Lose a Station": 0.5,
}  # fmt: skip
"""On an own mission."""
BROKEN = 0.8
"""What each station of a rival adds to a Codebreaker there."""
STOPPING = {
    "You Are Lost": 25.0, "Lose a Cargo": 16.0, "Quarantine": 14.0, "Stressed Engines": 8.0,
    "Superzap": 6.0, "Zap": 4.0,
}  # fmt: skip
"""What stops a rival on a mission."""
COURT = ("Court Scandal", "Disgrace at Court", "Imperial Envoy")
"""What strikes only Traders that have no mission yet."""
PETES = 14
"""A Piracy in the hand of Pirate Pete."""
NEAR = 11
"""With so much Prestige a petition is near."""


def keep(mind: Situation, card: str) -> float:
    """What the card is worth in the hand."""
    kind = "Imperial Envoy" if card.startswith("Imperial Envoy") else card
    if kind == "Piracy" and "Pirate Pete" in mind.me["personality"]:
        return PETES  # it is many cards (ST-NEWPERSON-14)
    worth = KEEP.get(kind, 4.0)
    if mind.me["mission"]:
        worth = ON_MISSION.get(kind, worth)
        if kind == "Codebreaker":
            worth = max(worth, BROKEN * sum(len(rival["stations"]) for rival in mind.rivals))
    elif mind.prestige >= NEAR:
        worth += MINE.get(kind, 0.0)
    rivals = [rival for rival in mind.rivals if not rival["mission"]]
    if any(rival["prestige"] >= NEAR for rival in rivals):
        worth += THEIRS.get(kind, 0.0)
    if len(rivals) < len(mind.rivals):
        worth = max(worth, STOPPING.get(kind, 0.0))
    if kind in COURT and not rivals:
        return 1.0  # Prestige means nothing any more to who is on a mission
    return worth


def fresh(mind: Situation) -> float:
    """What a card from the deck should be worth."""
    return 7.0 if any(rival["mission"] for rival in mind.rivals) else 5.0
