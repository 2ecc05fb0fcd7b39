"""What was made of the last few positions, so that it is made once for all who look at one: a
position is known again by all that it holds. Names no game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")

MOST = 4
"""Positions that are remembered."""
_ENCODER = msgspec.msgpack.Encoder()


class Lately(Generic[S, T]):
    """A function of a position that remembers its last results. They are shared, and not to be
    changed.
    """

    def __init__(self, made: Callable[[S], T]) -> None:
        self._made = made
        self._last: list[tuple[bytes, T]] = []

    def __call__(self, state: S) -> T:
        written = _ENCODER.encode(state)
        for known, found in self._last:
            if known == written:
                return found
        found = self._made(state)
        self._last = [(written, found), *self._last[: MOST - 1]]
        return found
