"""Names as they stand in what players read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from traders.engines.contract import Event, Seat


def named(seat: Seat) -> str:
    """A seat at the head of a sentence."""
    return seat.capitalize()


def told_to_all(text: str, rule: str = "", /, *, reveals: bool = False, kind: str = "", **data: object) -> Event:
    """What all are told."""
    return Event(text, rule=rule, reveals=reveals, kind=kind, data=dict(data))


def listed(things: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; `nothing` for none."""
    if not things:
        return "nothing"
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} and {things[-1]}"


def count(n: int, thing: str, plural: str = "") -> str:
    """`1 card`, `2 cards`."""
    return f"{n} {thing}" if n == 1 else f"{n} {plural or thing + 's'}"


def place(space: str) -> str:
    """A space as it is printed: `D4`."""
    return space.upper()


def card(name: str) -> str:
    """A card's name in words: `starred attack`."""
    return f"starred {name[:-1]}" if name.endswith("*") else name


def cards(hand: Mapping[str, int]) -> str:
    """Cards in their order: `2 attack, 1 trade`."""
    return ", ".join(f"{n} {card(name)}" for name, n in hand.items() if n) or "nothing"
