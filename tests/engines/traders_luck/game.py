"""A game of Star Trader's Luck played by direct calls: orders as lines, chance from a list of faces, answers carried out at once."""

from __future__ import annotations

from typing import Any

import pytest

from traders.engines.contract import Chance, Event, Interval, Refusal
from traders.engines.traders_luck import ENGINE

NOTHING = ("no police", "blank", "blank", "blank")
"""What the expansion's dice show where nobody is about."""


class Game:
    """A position with what `start` says; `chance` are faces in the order in which they fall. `seats` are three unless named."""

    def __init__(self, *chance: str, options: dict[str, Any] | None = None, **start: Any) -> None:
        seats = start.pop("seats", ("red", "blue", "green"))
        self.chance = list(chance)
        self.state = ENGINE.position(seats, options or {}, start)
        self.events: list[Event] = []
        self.go_on()

    def go_on(self) -> None:
        while isinstance(pending := self.pending, Chance):
            self.events += ENGINE.happen(self.state, pending.faces.index(self.chance.pop(0)) + 1)

    @property
    def pending(self) -> Any:
        return ENGINE.pending(self.state)

    @property
    def now(self) -> dict[str, Any]:
        return ENGINE.written(self.state)

    @property
    def told(self) -> str:
        return "\n".join(event.text for event in self.events)

    def order(self, seat: str, *lines: str) -> Game:
        for line in lines:
            self.events += ENGINE.play(self.state, seat, ENGINE.read(self.state, seat, line))
            self.go_on()
        return self

    def close(self, name: str) -> Game:
        assert isinstance(self.pending, Interval)
        assert self.pending.name == name
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

    def offered(self, seat: str) -> list[str]:
        return [offer.order for offer in ENGINE.offers(self.state, seat)]


def lot(good: str, n: int, paid: int) -> dict[str, Any]:
    return {"good": good, "n": n, "paid": paid}
