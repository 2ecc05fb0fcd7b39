"""Names as they stand in what players read."""

from __future__ import annotations

from collections.abc import Mapping


def place(space: str) -> str:
    """A space as it is printed: `D4`."""
    return space.upper()


def card(name: str) -> str:
    """A card's name in words: `starred attack`."""
    return f"starred {name[:-1]}" if name.endswith("*") else name


def counted(hand: Mapping[str, int]) -> list[tuple[str, int]]:
    """Cards in their order, each with how many, as events tell them."""
    return [(name, n) for name, n in hand.items() if n]


def cards(hand: Mapping[str, int]) -> str:
    """Cards in their order: `2 attack, 1 trade`."""
    return ", ".join(f"{n} {card(name)}" for name, n in hand.items() if n) or "nothing"
