"""Where things stand on a board's picture that orders name: a page lays its targets there."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class BoardPlace(msgspec.Struct, frozen=True):
    """A thing on the picture. `names`: what it is called, first as it is shown; an order that holds
    one of them, whatever its capitals, is about it. Lengths are in the picture's units, `x` and `y`
    the middle.
    """

    names: tuple[str, ...]
    x: float
    y: float
    wide: float
    high: float
    disc: bool = False
    """Whether it is round; with free room about it, its target may be larger."""
    tells: str = ""
    """What stands there, in a sentence that a tap brings."""

    def is_in(self, order: str) -> bool:
        """Whether an order names it."""
        said = f" {order.lower()} "
        return any(f" {name.lower()} " in said for name in self.names)

    def is_among(self, things: Iterable[str]) -> str:
        """The one of these things that it is, whatever its capitals; "" where it is none."""
        names = {name.lower() for name in self.names}
        return next((thing for thing in things if thing.lower() in names), "")


def disc(names: tuple[str, ...], x: float, y: float, radius: float, tells: str = "") -> BoardPlace:
    """A round thing."""
    return BoardPlace(names, x, y, 2 * radius, 2 * radius, disc=True, tells=tells)


def box(
    names: tuple[str, ...], x: float, y: float, wide: float, high: float, tells: str = ""
) -> BoardPlace:
    """A thing with corners; `x` and `y` its left upper one."""
    return BoardPlace(names, x + wide / 2, y + high / 2, wide, high, tells=tells)
