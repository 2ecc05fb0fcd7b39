"""The parts of a view: orders, captains and planets, by their names."""

from __future__ import annotations

from typing import Any, TypedDict

from traders.engines.kernel.seats import Seat

_Ends = TypedDict("_Ends", {"from": str, "to": str})
_Kind = TypedDict("_Kind", {"class": str})


class OrderSeen(_Ends):
    """An order with its pay; `aboard`: its cargo was picked up."""

    order: str
    lanes: int
    pay: int
    aboard: bool


class PlanetSeen(_Kind):
    """A planet of the sub-sector."""

    name: str
    export: str
    port: bool
    closed: bool
    settled: bool


class CaptainSeen(TypedDict):
    """What lies open of a captain; `lane`: the ends and the space, where the ship is between them;
    `most`: the damage that it can bear.
    """

    seat: Seat
    out: bool
    at: str
    planet: str
    lane: list[Any]
    credits: int
    damage: int
    most: int
    actions: int
    upgrades: list[str]
    licence: bool
    orders: list[OrderSeen]
    loads: list[str]
