"""Names as they stand in what players read."""

from __future__ import annotations

from collections.abc import Sequence

from traders.engines.contract import Event, Seat


def named(seat: Seat) -> str:
    """A seat at the head of a sentence."""
    return seat.capitalize()


def told_to_all(text: str, rule: str = "", /, *, reveals: bool = False, kind: str = "", **data: object) -> Event:
    """What all are told: all lies open but the deck (IT-DEA-07)."""
    return Event(text, rule=rule, reveals=reveals, kind=kind, data=dict(data))


def listed(things: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; `nothing` for none."""
    if not things:
        return "nothing"
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} and {things[-1]}"


def count(n: int, thing: str) -> str:
    """`1 space`, `2 spaces`."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"
