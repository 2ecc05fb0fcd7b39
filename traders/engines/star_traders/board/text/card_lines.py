"""What a card does, in one line, and the order that plays it: for the hand in a letter. A card that
is not here (a club's own edition) is told by the first sentence of its text.
"""

from __future__ import annotations

import tomllib

from traders.engines.kernel.book.package_files import printed
from traders.engines.star_traders.position.view_types import CardSeen

LINES: dict[str, dict[str, str]] = tomllib.loads(printed(__name__, "card_lines.toml"))
ENVOY = "Imperial Envoy"


def card_line(card: CardSeen) -> tuple[str, str]:
    """What the card of a hand does, and the order that plays it."""
    name: str = card["name"]
    if name in LINES:
        return LINES[name]["does"].format(n=card["figure"]), LINES[name]["order"]
    if name.startswith(ENVOY):
        goal = name[name.find("(") + 1 : -1]
        return (
            f"till at {goal}, a Trader may not load, deliver or take an Action",
            f"play {name.lower()} on <seat>",
        )
    return card["effect"].split(". ")[0].rstrip("."), f"play {name.lower()}"
