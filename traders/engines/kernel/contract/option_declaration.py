"""An option of a system, as its engine declares it."""

from __future__ import annotations

from typing import Any

import msgspec


class Setting(msgspec.Struct, frozen=True):
    """An option of a system by name: its default, what it may be, in words, and the rule that knows
    it.
    """

    name: str
    default: Any
    words: str
    rule: str = ""
    among: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    of: tuple[Any, ...] = ()
    """What a list may hold, where the value is a list."""
    written: bool = True
    """Said in a word or a number, as a form asks for it; False for what is a table, which a club
    keeps as an edition.
    """
    label: str = ""
    """What a form calls it, where its name says too little."""
    presets: dict[int, Any] = {}
    """What suits play by post, by the number of seats, under 0 for any number: chosen where games
    are made unless the maker says else.
    """

    def preset(self, seats: int) -> Any:
        """What is chosen for a game of so many seats where its maker says nothing."""
        return self.presets.get(seats, self.presets.get(0, self.default))


def yes_or_no(name: str, words: str, rule: str, *, default: bool = False, **more: Any) -> Setting:
    """An option that is on or off."""
    return Setting(name, default, words, rule, among=(default, not default), **more)
