"""What a master says at its turn's beginning: standing orders by its hand, and stops that it always
has, so that they prove nothing: at what strikes it, and where its own jump fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from traders.engines.star_traders.bot.master.goals import Master


def said(mind: Master) -> tuple[str, ...]:
    """Orders before the first move of a turn."""
    return (
        "forget all",
        "no stop at calamity",
        "stop at calamity when attacked",
        "no stop at zap",
        "stop at zap when my jump fails",
        *_standing(mind),
    )


def _standing(mind: Master) -> Iterator[str]:
    """What the cards of the hand should do by themselves; the condition is one that all can see."""
    hand = set(mind.hand)
    if mind.trapped and "Avoid Calamity" in hand and mind.me["mission"]:
        yield f"when {mind.seat} jumps from {mind.here.lower()}: avoid"
    for rival in mind.rivals:
        if "Quarantine" in hand and holds_fast(mind, rival):
            yield (
                f"when {rival['seat']} jumps from {rival['at'].lower()}: play quarantine at "
                f"{rival['at'].lower()}"
            )
        mission = rival["mission"]
        if mission and "You Are Lost" in hand and not mind.has_imperial(rival):
            goal = mission["from"].lower()
            yield f"when {rival['seat']} jumps to {goal}: play you are lost on {rival['seat']}"


def holds_fast(mind: Master, rival: dict[str, Any]) -> bool:
    """Whether a Quarantine is well spent on the world that a rival is about to leave."""
    if not rival["at"] or rival["at"] == mind.here or rival["envoy"]:
        return False
    if rival["mission"]:
        return True
    leads = mind.leader is not None and mind.leader["seat"] == rival["seat"]
    crowded = len(mind.hand) >= mind.own["hand_limit"]
    return leads and crowded and bool(rival["cargo"])
