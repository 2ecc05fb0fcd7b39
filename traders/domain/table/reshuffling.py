"""Piles shuffled afresh where play backs up over something that was revealed of them, by the throw
that makes all chance of a game (PR-BACKUP-04).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from traders.domain.table.records import NewEntry
from traders.domain.table.table import Table
from traders.engines.kernel import piles
from traders.engines.kernel.contract import Engine
from traders.engines.kernel.optional_contract import WithPiles
from traders.engines.kernel.piles import Pile


def piles_of(engine: Engine[Any, Any], position: Any) -> tuple[Pile, ...]:
    """The piles of a position whose order nobody may know; none where the game has none."""
    return engine.afresh(position) if isinstance(engine, WithPiles) else ()


def with_piles(engine: Engine[Any, Any]) -> WithPiles[Any]:
    """The engine as one that lays piles in a new order; `TypeError` for one that does not."""
    if isinstance(engine, WithPiles):
        return engine
    raise TypeError(f"{engine.name} has no piles to shuffle")


def shuffle_afresh(table: Table, names: Collection[str]) -> None:
    """Shuffle the piles of these names, in the order in which the engine names them."""
    for pile in piles_of(table.engine, table.state):
        if pile.name in names:
            chance = piles.chance(pile)
            places = table.chance(chance)
            assert isinstance(places, list), "a shuffle is an order of places"
            events = with_piles(table.engine).reshuffled(table.state, pile.name, places)
            table.note(
                NewEntry(
                    "chance",
                    "",
                    chance.purpose,
                    chance.purpose,
                    "box",
                    events,
                    places,
                    hidden=True,
                    of=(chance.kind, chance.sides),
                    afresh=pile.name,
                )
            )
