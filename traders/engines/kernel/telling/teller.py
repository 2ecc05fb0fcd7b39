"""Events made of a kind and its data."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.telling.rows import book_of

MOST_TOLD = 4_096
"""Sentences that are remembered: what play waits for is put into words again and again."""


class Teller:
    """Makes the events of the game in a package: `tell("sale", "TL-FBS-05", seat=seat, paid=4)`.

    The kind is a row of the game's `events.toml`, the data are plain JSON values by the names that
    the row tells. They are kept where the sentence is: whoever is told may know all of them.
    """

    def __init__(self, package: str) -> None:
        self._package = package
        self._remembered = lru_cache(MOST_TOLD, typed=True)(self._sentence)

    def _sentence(self, kind: str, /, **data: object) -> str:
        return book_of(self._package).now(kind, data)

    def __call__(
        self,
        kind: str,
        rule: str = "",
        /,
        *,
        to: tuple[Seat, ...] | None = None,
        but: tuple[Seat, ...] = (),
        reveals: bool = False,
        pile: str = "",
        **data: Any,
    ) -> Event:
        """What happened: to all, to the seats in `to` alone, or to all `but` some. `LookupError`
        for a kind without a row, or other data than its row tells.
        """
        several = any(isinstance(value, list | tuple | dict) for value in data.values())
        if several:
            text = self._sentence(kind, **data)
        else:
            text = self._remembered(kind, **data)
        return Event(text, to, but, rule, reveals, kind, data, pile)

    def alone(
        self, seat: Seat, kind: str, rule: str = "", /, *, reveals: bool = False, **data: Any
    ) -> Event:
        """What one seat alone is told of what it does."""
        return self(kind, rule, to=(seat,), reveals=reveals, seat=seat, **data)

    def others(
        self, seat: Seat, kind: str, rule: str = "", /, *, reveals: bool = False, **data: Any
    ) -> Event:
        """What all but that seat are told of what it does."""
        return self(kind, rule, but=(seat,), reveals=reveals, seat=seat, **data)
