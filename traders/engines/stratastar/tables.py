"""The printed figures: the board, the chits, the cards, what things cost, and the abilities."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import msgspec

from traders.engines.kernel.book.package_files import printed

KINDS = ("attack", "move", "build", "trade", "research")
"""The kinds of Galaxy cards, in their order."""
CARDS = ("attack", "attack*", "move", "move*", "build", "build*", "trade", "trade*", "research")
"""All cards in their order, starred ones after the plain ones of their kind."""


class Board(msgspec.Struct, frozen=True):
    """The grid (SS-MAP-01)."""

    columns: int
    rows: int
    corners: tuple[str, ...]


class Ability(msgspec.Struct, frozen=True):
    """An optional ability: its code, what it is called, the rule that describes it, and its cost in
    cards by kind.
    """

    code: str
    name: str
    rule: str
    cost: dict[str, int]
    phase: str
    table_only: bool = False
    range: int = 0
    duration_own_turns_each: int = 0


class Priced(msgspec.Struct, frozen=True):
    """Something that is built or done for cards, and its cost; "X": as much as the
    player says.
    """

    code: str
    cost: dict[str, int | str]
    draws: int = 0


class Tables(msgspec.Struct, frozen=True):
    """Everything printed."""

    board: Board
    map_chits: dict[str, int]
    player_chits: dict[str, Any]
    start: dict[str, int]
    players: dict[str, int]
    deck: dict[str, int]
    power_cards: dict[str, int]
    turn: dict[str, Any]
    draw: dict[str, int]
    support: dict[str, int]
    force: dict[str, int]
    victory: dict[str, Any]
    build: tuple[Priced, ...]
    card_action: tuple[Priced, ...]
    ability: tuple[Ability, ...]
    ability_table: dict[str, tuple[str, ...]]
    ability_table_low_technology: dict[str, tuple[str, ...]]

    def abilities(self) -> dict[str, Ability]:
        """The abilities by code."""
        return {one.code: one for one in self.ability}

    def price(self, code: str) -> tuple[str, int]:
        """The kind and the number of cards that something costs which is built, or a card action;
        `KeyError` for what is neither.
        """
        return self._prices[code]

    def drawn(self, code: str) -> int:
        """Cards that a card action draws."""
        return next(one.draws for one in self.card_action if one.code == code)

    @property
    def _prices(self) -> dict[str, tuple[str, int]]:
        priced = (*self.build, *self.card_action)
        return {
            one.code: next((kind, n) for kind, n in one.cost.items() if isinstance(n, int))
            for one in priced
        }


@cache
def tables() -> Tables:
    """The figures of the game."""
    text = printed("traders.engines.stratastar", "tables.toml")
    return msgspec.convert(tomllib.loads(text), Tables)


@cache
def ability(code: str) -> Ability:
    """An ability by its code; `KeyError` for one that is none."""
    return tables().abilities()[code]


def full_deck(*, power: bool) -> list[str]:
    """The Galaxy deck, unshuffled (SS-DEC-01); with power cards four of each kind but Research are
    starred (SS-POW-01).
    """
    deck: list[str] = []
    for kind in KINDS:
        starred = tables().power_cards.get(kind, 0) if power else 0
        deck += [kind] * (tables().deck[kind] - starred) + [f"{kind}*"] * starred
    return deck


def full_pile() -> list[str]:
    """The map chits that are not Homeworlds, unshuffled (SS-MAP-02)."""
    chits = tables().map_chits
    return [
        kind.replace("_", " ") for kind, n in chits.items() if kind != "homeworld" for _ in range(n)
    ]
