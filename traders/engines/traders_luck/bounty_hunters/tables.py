"""The figures of the expansion."""

from __future__ import annotations

from functools import cache

import msgspec

from traders.engines.traders_luck.tables import read


class Start(msgspec.Struct, frozen=True):
    """What a Trader begins with."""

    missiles: int
    shields: int
    piracy: int
    bounty: int


class Ships(msgspec.Struct, frozen=True):
    """The ship dice."""

    dice: int
    faces: tuple[str, ...]


class Stick(msgspec.Struct, frozen=True):
    """A face that must be kept on planets of a size."""

    size: str
    face: str
    rule: str


class Equipment(msgspec.Struct, frozen=True):
    """What is sold beside goods, and on planets of which size."""

    name: str
    price: int
    size: str
    rule: str


class Amounts(msgspec.Struct, frozen=True):
    """Rewards in credits, detention in days."""

    pirate: int
    for_each_bounty: int
    for_each_piracy: int
    days_for_each_piracy: int


class Tables(msgspec.Struct, frozen=True):
    """All of them."""

    start: Start
    ships: Ships
    stick: tuple[Stick, ...]
    equipment: tuple[Equipment, ...]
    amounts: Amounts

    def sold(self, name: str) -> Equipment:
        """Missiles or shields."""
        return next(row for row in self.equipment if row.name == name)


@cache
def tables() -> Tables:
    """The figures of the expansion."""
    return msgspec.convert(read("traders.engines.traders_luck.bounty_hunters"), Tables)
