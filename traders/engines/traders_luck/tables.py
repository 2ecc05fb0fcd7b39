"""The printed figures: planets, goods and their prices, dice, what play begins with."""

from __future__ import annotations

import tomllib
from functools import cache, cached_property
from typing import Any

import msgspec

from traders.engines.kernel.book.package_files import printed


class Size(msgspec.Struct, frozen=True):
    """A size of planet: days of the trip, goods dice, days to follow there."""

    name: str
    days: int
    dice: int
    follow: int


class Good(msgspec.Struct, frozen=True):
    """A good; `price[n - 1]` is that of a unit where n dice show it. `reconstructed`: its name is
    this project's.
    """

    name: str
    price: tuple[int, ...]
    reconstructed: bool


class Die(msgspec.Struct, frozen=True):
    """A kind of die by its six faces."""

    kind: str
    faces: tuple[str, ...]
    reconstructed: bool = False


class Start(msgspec.Struct, frozen=True):
    """What a game begins with."""

    players_least: int
    players_most: int
    days: int
    days_least: int
    days_most: int
    credits: int
    spent: int
    hold: int


class Trade(msgspec.Struct, frozen=True):
    """What trade takes in days, and what an illegal sale brings."""

    sell_days: int
    buy_days: int
    illegal_times: int


class Bay(msgspec.Struct, frozen=True):
    """The option of a growing bay."""

    first: int
    first_short: int
    short_days: int
    step: int
    days: int
    price_per_unit: int


class Tables(msgspec.Struct, frozen=True, dict=True):
    """All of them."""

    start: Start
    trade: Trade
    bay: Bay
    size: tuple[Size, ...]
    good: tuple[Good, ...]
    die: tuple[Die, ...]

    def sized(self, name: str) -> Size:
        """The size of that name."""
        return next(size for size in self.size if size.name == name)

    def faces(self, kind: str) -> tuple[str, ...]:
        """The faces of a kind of die."""
        return next(die.faces for die in self.die if die.kind == kind)

    @cached_property
    def prices(self) -> dict[str, tuple[int, ...]]:
        """The prices of each good, by how many dice show it (TL-PRC-01)."""
        return {good.name: good.price for good in self.good}

    @cached_property
    def goods(self) -> tuple[str, ...]:
        """Names of the goods, cheapest first (TL-SET-03)."""
        return tuple(good.name for good in self.good)


def read(package: str) -> dict[str, Any]:
    """The `tables.toml` that lies in a package."""
    return tomllib.loads(printed(package, "tables.toml"))


@cache
def tables() -> Tables:
    """The figures of the game."""
    return msgspec.convert(read("traders.engines.traders_luck"), Tables)
