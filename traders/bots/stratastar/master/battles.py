"""The master's wishes and cards in battle: as many as make it win most probably, none where it
wins without or loses with all.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.bots.stratastar.master.situation import CARD, Prospect
from traders.bots.stratastar.reactions import card_force, chosen, written


def commit(mind: Prospect, orders: Sequence[str]) -> str:
    """For each space a wish and cards; where most is at stake has the first choice of cards."""
    spaces = [order.split()[-1] for order in orders if order.startswith("commit nothing at")]
    left = {name: mind.hand.get(name, 0) for name in ("attack", "attack*", "research")}
    lines = []
    for space in sorted(spaces, key=lambda space: (-_at_stake(mind, space), space)):
        hopes = [(_hope(mind, space, n), -n) for n in range(card_force(left) + 1)]
        best, less = max(hopes)
        cards = chosen(left, -less)
        for name, m in cards.items():
            left[name] -= m
        lines.append(f"{'fight' if best > 0 else 'peace'} at {space}")
        lines.append(f"commit {written(cards)} at {space}")
    return "\n".join(lines) or "pass"


def _at_stake(mind: Prospect, space: str) -> float:
    own = 100.0 * (space == mind.home)
    return own + mind.prize(space) + mind.stake(space, mind.ships_at(space))


def _hope(mind: Prospect, space: str, cards: int) -> float:
    """What so many cards bring. A tie leaves a Homeworld its owner's (SS-BAT-16)."""
    force, ships = mind.force(mind.me, space) + cards, mind.ships_at(space)
    found = mind.hope(space, force, ships) - CARD * cards
    if space == mind.home:
        wins, both = mind.outcome(space, force)
        found += 100.0 * (wins + both - 1)
    return found
