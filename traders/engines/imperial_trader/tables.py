"""The printed figures: what play begins with, prices, events, the Harrow Reach and its frontier."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import msgspec

from traders.engines.kernel.book.package_files import printed


class Game(msgspec.Struct, frozen=True):
    """The figures of the base game; dice results that go wrong are lists of faces."""

    players_least: int
    players_most: int
    goal: int
    credits: int
    damage_points: int
    actions: int
    pay_per_lane: int
    repair_cost: int
    order_limit: int
    rounds: int
    ports: tuple[str, ...]
    planets_least: int
    planets_recommended: tuple[int, int]
    lane_spaces: tuple[int, ...]
    orders_to_spare: int
    core_up_to_players: int
    die: int
    wear_on: tuple[int, ...]
    accident_on: tuple[int, ...]
    damage_die: int
    save_on: int


class Imperium(msgspec.Struct, frozen=True):
    """The figures of Shifting Imperium; `event` by the die's face, from 1."""

    first_round: int
    event: tuple[str, ...]
    war_rounds_more: int
    closed_one_in: int
    war_pay: int
    licence: int
    colonise_pay: int
    alien_bonus: int
    alien_fails_on: tuple[int, ...]


class Upgrade(msgspec.Struct, frozen=True, cache_hash=True):
    """What a yard sells; `points`: by how much it raises the maximum of damage points."""

    code: str
    name: str
    cost: int
    points: int = 0


class World(msgspec.Struct, frozen=True, rename={"kind": "class"}):
    """A frontier world of the default chart."""

    name: str
    kind: str
    export: str
    joined_to: str
    spaces: int
    orders: tuple[str, ...]


class Orders(msgspec.Struct, frozen=True):
    """The default chart's buy orders."""

    core: tuple[str, ...]
    extra: tuple[str, ...]


class Tables(msgspec.Struct, frozen=True):
    """All of them; `chart` is written as players write theirs."""

    game: Game
    imperium: Imperium
    upgrade: tuple[Upgrade, ...]
    chart: dict[str, Any]
    orders: Orders
    frontier: tuple[World, ...]


@cache
def tables() -> Tables:
    """The figures of the game."""
    text = printed("traders.engines.imperial_trader", "tables.toml")
    return msgspec.convert(tomllib.loads(text), Tables)


@cache
def upgrade_of(code: str) -> Upgrade:
    """The upgrade of that short name."""
    return next(one for one in tables().upgrade if one.code == code)
