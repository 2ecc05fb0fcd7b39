"""The games at random that a class of tests looks at: played once for all of its tests that only
look.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, ClassVar

from tests.engines.table import BareTable, walk
from tools.simulation import seat_option_combinations
from traders.engines.kernel.contract.contract import Engine
from traders.engines.kernel.seats import COLOURS
from traders.engines.registry import engine as engine_named

Seen = tuple[Any, bytes, int, int]
"""A position before a step or after the last, and as it is stored; how many deeds and events there
were.
"""


class Walks:
    """Inherit, and give `SYSTEM`; `beginnings` where a game has more of them."""

    SYSTEM: ClassVar[str] = ""
    """The name of the engine's system."""
    STEPS = 120
    SEEDS = (1, 2)
    SELDOM: frozenset[str] = frozenset()
    """Kinds of orders that end a game early, given seldom."""

    def beginnings(self, engine: Engine[Any, Any]) -> Iterator[Any]:
        """Positions from which games are played at random, each once for every seed: the set-ups of
        the fewest and of the most seats.
        """
        counts = seat_option_combinations.seat_counts(engine, COLOURS)
        for seats in sorted({counts[0], counts[-1]}):
            yield engine.setup(COLOURS[:seats], {})

    def played(self, engine: Engine[Any, Any], look: Any) -> Iterator[BareTable]:
        """Each walk as it is played, with a look before each step and after the last."""
        for state in self.beginnings(engine):
            for seed in self.SEEDS:
                yield walk(engine, engine.copy(state), seed, self.STEPS, look, self.SELDOM)

    def walks(self, _engine: Engine[Any, Any], look: Any) -> Iterator[BareTable]:
        """The same looks at the same walks, which are played once for all tests: a look leaves the
        positions as they are.
        """
        for went in _gone(type(self)):
            yield went.again(look)


class Gone(BareTable):
    """A walk as it went, at which tests look one after another."""

    def __init__(self, engine: Engine[Any, Any], went: BareTable, seen: list[Seen]) -> None:
        super().__init__(engine, engine.decode(went.first), 0, went.seldom)
        self._went, self._seen = went, seen

    def again(self, look: Any) -> Gone:
        """Look at it once more; the table as it was left."""
        went, heard = self._went, 0
        self.deeds, self.events = [], []
        for state, before, deeds, events in self._seen:
            self.state = state
            self.deeds += went.deeds[len(self.deeds) : deeds]
            self.events += went.events[heard:events]
            heard = events
            look(self)
            assert self.engine.encode(self.state) == before, "a look has changed the position"
        return self


@lru_cache(maxsize=1)
def _gone(kind: type[Walks]) -> list[Gone]:
    """The walks of a class, whose tests come one after another."""
    engine, seen = engine_named(kind.SYSTEM), list[Seen]()

    def look(table: BareTable) -> None:
        position = engine.encode(table.state)
        seen.append((engine.copy(table.state), position, len(table.deeds), len(table.events)))

    walks = []
    for table in kind().played(engine, look):
        walks.append(Gone(engine, table, [*seen]))
        seen.clear()
    return walks
