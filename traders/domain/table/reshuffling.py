"""Piles shuffled afresh where play backs up over something that was revealed of them, by the throw
that makes all chance of a game (PR-BACKUP-04).
"""

from __future__ import annotations

from collections.abc import Collection

from traders.domain.table.table import Table
from traders.engines.kernel.contract.contract import Engine, Event, Outcome
from traders.engines.kernel.engine.optional_contract import WithPiles
from traders.engines.kernel.positions import pile_reshuffling
from traders.engines.kernel.positions.pile_reshuffling import Pile


def piles_of(engine: Engine[object, object], position: object) -> tuple[Pile, ...]:
    """The piles of a position whose order nobody may know; none where the game has none."""
    return engine.afresh(position) if isinstance(engine, WithPiles) else ()


def with_piles(engine: Engine[object, object]) -> WithPiles[object]:
    """The engine as one that lays piles in a new order; `TypeError` for one that does not."""
    if isinstance(engine, WithPiles):
        return engine
    raise TypeError(f"{engine.name} has no piles to shuffle")


def shuffle_afresh(table: Table, names: Collection[str]) -> None:
    """Shuffle the piles of these names, in the order in which the engine names them."""
    for pile in piles_of(table.engine, table.state):
        if pile.name in names:

            def lay(places: Outcome, name: str = pile.name) -> list[Event]:
                assert isinstance(places, list), "a shuffle is an order of places"
                return with_piles(table.engine).reshuffled(table.state, name, places)

            table.throw(pile_reshuffling.chance(pile), lay, afresh=pile.name)
