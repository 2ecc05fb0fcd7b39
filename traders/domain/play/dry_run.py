"""A game session on a copy in memory, to see what something would lead to: it takes no lock and
writes nothing.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache, partial
from typing import Any, NoReturn

from traders.domain.history import record, revealed_piles
from traders.domain.play import orders_after_rewind
from traders.domain.play.locked_game import HeldGame
from traders.domain.play.session import GameSession
from traders.domain.table.reshuffling import shuffle_afresh
from traders.engines.registry import engine as engine_of
from traders.models import Sealed, Source


class Original:
    """A game as it stands, read once for all copies of it; its earlier positions too."""

    def __init__(self, game_id: int) -> None:
        self.held = HeldGame.seen(game_id)
        self.game = self.held.game
        self.in_play = cache(partial(record.in_play, self.game))
        self.position_at = cache(partial(record.position_at, self.game))
        self.replayed = cache(partial(record.replayed, self.game))
        self.rows_since = cache(self._rows_since)
        self.revealed_since = cache(self._revealed_since)

    def copied(self, now: datetime) -> CopiedSession:
        """A session on a new copy."""
        return CopiedSession(self, now)

    def _revealed_since(self, entry: int) -> list[str]:
        return revealed_piles.since(self.game, entry, self.position_at(entry))

    def _rows_since(self, entry: int) -> list[Sealed]:
        windows = engine_of(self.game.system).standing(self.position_at(entry))
        return orders_after_rewind.rows_since(self.game, entry, windows)


class CopiedSession(GameSession):
    """A game session from which nothing is stored. Effects beside the table are left out."""

    def __init__(self, original: Original, now: datetime) -> None:
        self.original = original
        held = original.held
        super().__init__(held._replace(game=copy.copy(held.game)), now)

    def in_play(self, entry: int) -> bool:
        return self.original.in_play(entry)

    def replayed(self) -> Any:
        return self.engine.copy(self.original.replayed(self.game.head))

    def back_up(
        self,
        to: int,
        why: str,
        source: Source,
        *,
        afresh: bool = True,
        lost: bool = False,
        alone: bool = False,
    ) -> None:
        table = self.table
        table.state = self.engine.copy(self.original.position_at(to))
        table.number += 1
        orders_after_rewind.say_again(self.original.rows_since(to), table, to, afresh=afresh)
        shuffle_afresh(table, self.original.revealed_since(to) if afresh else ())

    def put_right(
        self, position: Any, why: str, source: Source, winners: Sequence[str] | None = None
    ) -> None:
        self.table.state = position

    def record(self) -> None:
        self.table.moves, self.table.whispers = [], []

    def settle(self) -> None:
        self.record()

    def beside(self, effect: Callable[[], object]) -> None:
        """Nothing: a copy has no clocks and no seats' rows."""

    def save(self) -> NoReturn:
        """Never: a copy is not kept."""
        raise TypeError("A copy of a game is not saved.")
