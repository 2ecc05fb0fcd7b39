"""A game session on a copy in memory, to see what something would lead to: it takes no lock and
writes nothing.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any, NoReturn, TypeVar

from traders.domain.history import recording_and_replay as record
from traders.domain.play.game_session import GameSession
from traders.domain.play.locked_game import HeldGame
from traders.models import Sealed, Source

T = TypeVar("T")


class Original:
    """A game as it stands, read once for all copies of it; its earlier positions too."""

    def __init__(self, game_id: int) -> None:
        self.held = HeldGame.seen(game_id)
        self.game = self.held.game
        self.known: dict[tuple[str, int], Any] = {}
        """What copies asked of the history, by the question and the entry."""

    def copied(self, now: datetime) -> CopiedSession:
        """A session on a new copy."""
        return CopiedSession(self, now)


class CopiedSession(GameSession):
    """A game session from which nothing is stored. Effects beside the table are left out."""

    def __init__(self, original: Original, now: datetime) -> None:
        self.original = original
        held = original.held
        super().__init__(held._replace(game=copy.copy(held.game)), now)

    def _once(self, question: str, entry: int, ask: Callable[[int], T]) -> T:
        known, key = self.original.known, (question, entry)
        if key not in known:
            known[key] = ask(entry)
        answer: T = known[key]
        return answer

    def in_play(self, entry: int) -> bool:
        return self._once("in play", entry, super().in_play)

    def replayed(self) -> object:
        ask = partial(record.replayed, self.game)
        return self.engine.copy(self._once("replayed", self.game.head, ask))

    def position_at(self, entry: int) -> object:
        return self.engine.copy(self._once("position", entry, super().position_at))

    def revealed_since(self, entry: int, position: object) -> list[str]:
        ask = partial(super().revealed_since, position=position)
        return self._once("revealed", entry, ask)

    def rows_since(self, entry: int, position: object) -> list[Sealed]:
        return self._once("rows", entry, partial(super().rows_since, position=position))

    def enter(
        self,
        kind: str,
        source: Source,
        public: Mapping[str, object],
        secret: Mapping[str, object] | None = None,
    ) -> None:
        self.settle()
        self.table.number += 1

    def record(self) -> None:
        self.table.moves, self.table.whispers = [], []

    def settle(self) -> None:
        self.record()

    def beside(self, effect: Callable[[], object]) -> None:
        """Nothing: a copy has no clocks and no seats' rows."""

    def save(self) -> NoReturn:
        """Never: a copy is not kept."""
        raise TypeError("A copy of a game is not saved.")
