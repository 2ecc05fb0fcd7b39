"""A game of any system played by direct calls: orders as lines, chance from a list, reactions and
answers carried out at once.
"""

from __future__ import annotations

from typing import Any, Self

import pytest

from traders.engines.kernel.contract.contract import Chance, Engine, Event, Interval, Outcome
from traders.engines.kernel.refusal import Refusal


class DirectGame:
    """A position with what `start` says; `chance` falls in its order, a shuffle keeps the order. A
    system's own says which it is, and how many sit at the table where no `seats` are named;
    `setup`: before set-up; `revision`: under which the game is played, 0 for the present one.
    """

    engine: Engine[Any, Any]
    SEATS: tuple[str, ...] = ("red", "blue", "green")

    def __init__(
        self,
        *chance: Any,
        options: dict[str, Any] | None = None,
        setup: bool = False,
        revision: int = 0,
        **start: Any,
    ) -> None:
        seats = start.pop("seats", self.SEATS)
        self.chance = list(chance)
        self.state = self.engine.position(
            seats, options or {}, start, setup=setup, revision=revision
        )
        self.events: list[Event] = []
        self.go_on()

    def go_on(self) -> None:
        while isinstance(pending := self.pending, Chance):
            self.events += self.engine.happen(self.state, self.fallen(pending))

    def fallen(self, chance: Chance) -> Outcome:
        """What comes now."""
        return list(range(1, chance.sides + 1)) if chance.kind == "shuffle" else self.chance.pop(0)

    @property
    def pending(self) -> Any:
        return self.engine.pending(self.state)

    @property
    def now(self) -> dict[str, Any]:
        return self.engine.written(self.state)

    @property
    def told(self) -> str:
        return "\n".join(event.text for event in self.events)

    def order(self, seat: str, *lines: str) -> Self:
        for line in lines:
            self.events += self.engine.play(
                self.state, seat, self.engine.read(self.state, seat, line)
            )
            self.go_on()
        return self

    def close(self, name: str = "") -> Self:
        """The open interval, of this name where one is given, is over."""
        assert isinstance(self.pending, Interval)
        assert name in ("", self.pending.name)
        self.events += self.engine.close(self.state)
        self.go_on()
        return self

    def close_all(self) -> Self:
        while isinstance(self.pending, Interval):
            self.close()
        return self

    def refused(self, seat: str, line: str) -> tuple[str, ...]:
        """The rules cited; the position is as it was."""
        before = self.engine.encode(self.state)
        with pytest.raises(Refusal) as refused:
            self.engine.play(self.state, seat, self.engine.read(self.state, seat, line))
        assert self.engine.encode(self.state) == before
        assert refused.value.text
        return refused.value.rules or (refused.value.kind,)

    def offered(self, seat: str) -> list[str]:
        return [offer.order for offer in self.engine.offers(self.state, seat)]
