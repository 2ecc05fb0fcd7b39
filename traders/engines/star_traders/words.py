"""Names as they stand in what players read."""

from __future__ import annotations

from traders.engines.contract import Event, Seat
from traders.engines.star_traders.state import Position


def named(seat: Seat) -> str:
    """A seat at the head of a sentence."""
    return seat.capitalize()


def world_name(state: Position, world: int) -> str:
    return state.book.worlds[world].name


def place(state: Position, world: int) -> str:
    """A world by name and number: `Mink (14)`."""
    return f"{world_name(state, world)} ({world})"


def a_jump(kind: str) -> str:
    """A kind of jump with its article: `a station jump`."""
    return f"{'an' if kind[0] in 'ae' else 'a'} {kind} jump"


def public(text: str, rule: str = "", /, *, reveals: bool = False, kind: str = "", **data: object) -> Event:
    """What all are told."""
    return Event(text, rule=rule, reveals=reveals, kind=kind, data=dict(data))


def private(seat: Seat, text: str, rule: str = "", /, *, reveals: bool = False, kind: str = "", **data: object) -> Event:
    """What one seat alone is told."""
    return Event(text, to=(seat,), rule=rule, reveals=reveals, kind=kind, data=dict(data))


def others(seat: Seat, text: str, rule: str = "", /, *, reveals: bool = False, kind: str = "", **data: object) -> Event:
    """What all but one seat are told."""
    return Event(text, but=(seat,), rule=rule, reveals=reveals, kind=kind, data=dict(data))


def listed(things: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`; `nothing` for none."""
    if not things:
        return "nothing"
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} and {things[-1]}"
