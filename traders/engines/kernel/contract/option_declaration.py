"""An option of a system, as its engine declares it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

import msgspec

from traders.engines.kernel.book.package_files import printed


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


def declared(package: str, **figures: Mapping[str, Any]) -> tuple[Setting, ...]:
    """The options that lie beside a game's code, in `options.toml`, by name; `figures` are what its
    tables have to say of one. Where no default is named, it is off unless it is chosen.
    """
    lying = tomllib.loads(printed(package, "options.toml"))
    return tuple(_setting(name, **said, **figures.get(name, {})) for name, said in lying.items())


def _setting(name: str, *, default: Any = False, **more: Any) -> Setting:
    among = {"among": (default, not default)} if isinstance(default, bool) else {}
    told = {"name": name, "default": default, **among, **more}
    return msgspec.convert(told, Setting, str_keys=True)
