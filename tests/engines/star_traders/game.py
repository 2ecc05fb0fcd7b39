"""A game of Star Traders played by direct calls: orders as lines, chance from a list, reactions carried out at once."""

from __future__ import annotations

from typing import Any

import pytest

from traders.engines.contract import Chance, Event, Interval, Refusal
from traders.engines.star_traders import ENGINE


class Game:
    """A position with what `start` says; `chance` falls in its order, decks keep theirs. `seats` are three unless named; `setup`: before set-up."""

    def __init__(self, *chance: int, **start: Any) -> None:
        seats = start.pop("seats", ("red", "blue", "green"))
        setup = start.pop("setup", False)
        options = start.pop("options", {})
        self.chance = list(chance)
        self.state = ENGINE.position(seats, options, start, setup=setup)
        self.events: list[Event] = []
        self.go_on()

    def go_on(self) -> None:
        while isinstance(pending := self.pending, Chance):
            outcome = list(range(1, pending.sides + 1)) if pending.kind == "shuffle" else self.chance.pop(0)
            self.events += ENGINE.happen(self.state, outcome)

    @property
    def pending(self) -> Any:
        return ENGINE.pending(self.state)

    @property
    def now(self) -> dict[str, Any]:
        return ENGINE.written(self.state)

    def order(self, seat: str, text: str) -> Game:
        self.events += ENGINE.play(self.state, seat, ENGINE.read(self.state, seat, text))
        self.go_on()
        return self

    def close(self, name: str) -> Game:
        assert isinstance(self.pending, Interval)
        assert self.pending.name == name
        self.events += ENGINE.close(self.state)
        self.go_on()
        return self

    def close_all(self) -> Game:
        while isinstance(self.pending, Interval):
            self.close(self.pending.name)
        return self

    def refused(self, seat: str, text: str) -> tuple[str, ...]:
        """The rules cited; the position is as it was."""
        before = ENGINE.encode(self.state)
        with pytest.raises(Refusal) as refused:
            ENGINE.play(self.state, seat, ENGINE.read(self.state, seat, text))
        assert ENGINE.encode(self.state) == before
        assert refused.value.text
        return refused.value.rules or (refused.value.kind,)

    def offered(self, seat: str) -> list[str]:
        return [offer.order for offer in ENGINE.offers(self.state, seat)]
