"""What a card does, in one line, and the order that plays it: for the hand in a letter. A card that
is not here (a club's own edition) is told by the first sentence of its text.
"""

from __future__ import annotations

from traders.engines.star_traders.position.view_types import CardSeen

LINES: dict[str, tuple[str, str]] = {  # n: the card's figure
    "Avoid Calamity": ("cancels a Calamity played on you, or lets you leave a Quarantine", "avoid"),
    "Gotcha": ("takes {n} Prestige from a Trader and gives them to you", "play gotcha on <seat>"),
    "Piracy": (
        "on your turn, takes a cargo and {n} Prestige from a Trader on your world",
        "play piracy on <seat> taking <cargo>",
    ),
    "Quarantine": ("till your next turn no ship may leave a world", "play quarantine at <world>"),
    "Takeover": (
        "as your Action, the station of another Trader here becomes yours",
        "play takeover",
    ),
    "You Are Lost": (
        "after a jump, sends the ship to a world named by two dice",
        "play you are lost on <seat>",
    ),
    "Zap": ("moves a die just rolled by {n}", "play zap up|down"),
    "Superzap": ("moves a die just rolled by {n}", "play superzap up|down"),
    "Superjump": ("one attempt, any world, no roll", "play superjump at <world>"),
    "Stressed Engines": (
        "one jump a turn for a Trader until repairs are paid",
        "play stressed engines on <seat>",
    ),
    "Lose a Station": (
        "a Trader loses a station, of their own choice",
        "play lose a station on <seat>",
    ),
    "Lose a Cargo": ("a Trader loses a cargo, of their own choice", "play lose a cargo on <seat>"),
    "Codebreaker": ("on your turn, every station is open to you until it ends", "play codebreaker"),
    "Imperial Favor": (
        "a Trader of your choice gains {n} Prestige",
        "play imperial favor on <seat>",
    ),
    "Imperial Commendation": (
        "a Trader of your choice gains {n} Prestige",
        "play imperial commendation on <seat>",
    ),
    "Court Scandal": ("a Trader loses {n} Prestige", "play court scandal on <seat>"),
    "Disgrace at Court": ("a Trader loses {n} Prestige", "play disgrace at court on <seat>"),
}
ENVOY = "Imperial Envoy"


def card_line(card: CardSeen) -> tuple[str, str]:
    """What the card of a hand does, and the order that plays it."""
    name: str = card["name"]
    if name in LINES:
        does, order = LINES[name]
        return does.format(n=card["figure"]), order
    if name.startswith(ENVOY):
        goal = name[name.find("(") + 1 : -1]
        return (
            f"till at {goal}, a Trader may not load, deliver or take an Action",
            f"play {name.lower()} on <seat>",
        )
    return card["effect"].split(". ")[0].rstrip("."), f"play {name.lower()}"
