"""When a Calamity is spent in the own turn. The hand is small and a card is drawn every
turn: what would help now is not held for long; what stops a mission is.
"""

from __future__ import annotations

from traders.bots.star_traders.plan_and_valuations import Mind
from traders.engines.star_traders.position.view_types import TraderSeen

ENVOY = 4
"""Prestige that makes a Trader worth an Envoy."""


def strikes(mind: Mind, card: str, rival: TraderSeen) -> bool:
    """Whether the Calamity is well spent on this rival now."""
    if mind.leader is None or rival["seat"] != mind.leader["seat"]:
        return False
    match card:
        case "Gotcha":
            return not rival["mission"] and rival["prestige"] >= 2 and mind.prestige <= 28
        case "Court Scandal" | "Disgrace at Court":
            least = 2 if card == "Court Scandal" else 4
            return not rival["mission"] and rival["prestige"] >= least
        case "Stressed Engines":
            return not rival["stressed"] and rival["engines"] > 1
        case "Lose a Cargo":
            return _lose_a_cargo(mind, rival)
        case "Lose a Station":
            return mind.crowded and bool(rival["stations"]) and not rival["mission"]
        case _ if card.startswith("Imperial Envoy"):
            return bool(rival["prestige"] >= ENVOY)
    return False


def _lose_a_cargo(mind: Mind, rival: TraderSeen) -> bool:
    """The victim chooses: best where there is nothing to choose from."""
    if mind.has_imperial(rival):
        return len(rival["cargo"]) == 1 or mind.crowded
    return mind.crowded and len(rival["cargo"]) == 1 and not rival["mission"]
