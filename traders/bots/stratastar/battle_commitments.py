"""A bot's wishes and cards in battle: as many as make it win most probably, none where it
wins without or loses with all.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from traders.bots.stratastar.unseen_cards_and_assaults import CARD, Prospect
from traders.engines.stratastar.tables import tables


def commit(mind: Prospect, orders: Sequence[str]) -> str:
    """For each space a wish and cards; where most is at stake has the first choice of cards."""
    spaces = [order.split()[-1] for order in orders if order.startswith("commit nothing at")]
    left = {name: mind.hand.get(name, 0) for name in ("attack", "attack*", "research")}
    lines = []
    for space in sorted(spaces, key=lambda space: (-_at_stake(mind, space), space)):
        hopes = [(_hope(mind, space, n), -n) for n in range(_card_force(left) + 1)]
        best, less = max(hopes)
        cards = _chosen(left, -less)
        for name, m in cards.items():
            left[name] -= m
        lines.append(f"{'fight' if best > 0 else 'peace'} at {space}")
        lines.append(f"commit {_written(cards)} at {space}")
    return "\n".join(lines) or "pass"


def _at_stake(mind: Prospect, space: str) -> float:
    own = 100 * (space == mind.home)
    return own + mind.prize(space) + mind.stake(space, mind.ships_at(space))


def _hope(mind: Prospect, space: str, cards: int) -> float:
    """What so many cards bring. A tie leaves a Homeworld its owner's (SS-BAT-16)."""
    force, ships = mind.force(mind.me, space) + cards, mind.ships_at(space)
    found = mind.hope(space, force, ships) - CARD * cards
    if space == mind.home:
        wins, both = mind.outcome(space, force)
        found += 100 * (wins + both - 1)
    return found


def _card_force(left: dict[str, int]) -> int:
    return left["attack"] + tables().power_cards["worth"] * left["attack*"] + left["research"]


def _chosen(left: dict[str, int], n: int) -> dict[str, int]:
    """Cards for so much force: plain ones, then starred ones, then research."""
    cards: dict[str, int] = {}
    for name, worth in (("attack", 1), ("attack*", tables().power_cards["worth"]), ("research", 1)):
        take = min(left[name], ceil(n / worth)) if n > 0 else 0
        if take:
            cards[name] = take
            n -= take * worth
    return cards


def _written(cards: dict[str, int]) -> str:
    return (
        " and ".join(
            f"{n} {'starred attack' if name == 'attack*' else name}" for name, n in cards.items()
        )
        or "nothing"
    )
