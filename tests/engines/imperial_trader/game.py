"""A game of Imperial Trader played by direct calls: orders as lines, chance from a list of outcomes in the order in which they fall."""

from __future__ import annotations

from typing import Any

import pytest

from traders.engines.contract import Chance, Event, Refusal
from traders.engines.imperial_trader import ENGINE


class Game:
    """A position with what `start` says. `seats` are two unless named; a shuffle keeps the order."""

    def __init__(self, *chance: int, options: dict[str, Any] | None = None, **start: Any) -> None:
        seats = start.pop("seats", ("red", "blue"))
        self.chance = list(chance)
        self.state = ENGINE.position(seats, options or {}, start)
        self.events: list[Event] = []
        self.go_on()

    def go_on(self) -> None:
        while isinstance(pending := self.pending, Chance):
            kept = list(range(1, pending.sides + 1))
            self.events += ENGINE.happen(self.state, kept if pending.kind == "shuffle" else self.chance.pop(0))

    @property
    def pending(self) -> Any:
        return ENGINE.pending(self.state)

    @property
    def now(self) -> dict[str, Any]:
        return ENGINE.written(self.state)

    def order(self, seat: str, *lines: str) -> Game:
        for line in lines:
            self.events += ENGINE.play(self.state, seat, ENGINE.read(self.state, seat, line))
            self.go_on()
        return self

    def close(self) -> Game:
        self.events += ENGINE.close(self.state)
        self.go_on()
        return self

    def refused(self, seat: str, line: str) -> tuple[str, ...]:
        """The rules cited; the position is as it was."""
        before = ENGINE.encode(self.state)
        with pytest.raises(Refusal) as refused:
            ENGINE.play(self.state, seat, ENGINE.read(self.state, seat, line))
        assert ENGINE.encode(self.state) == before
        assert refused.value.text
        return refused.value.rules or (refused.value.kind,)
