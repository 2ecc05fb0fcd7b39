"""Bad input, told alike of every system: for each order a wrong form, an unknown name, a wrong stage, another's turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from traders.engines.contract import Chance, Engine, Refusal


class Bad(NamedTuple):
    """An order as it is written, and as it is not. `unknown` is "" where it names nothing; `start`: where it is not to be given."""

    line: str
    form: str
    unknown: str = ""
    start: Mapping[str, Any] = {}


class BadInput:
    """A system's table is tried line by line; a subclass says which system, and at which table."""

    engine: Engine[Any, Any]
    seats: tuple[str, ...] = ("red", "blue", "green")
    options: Mapping[str, Any] = {}

    def refused(self, start: Mapping[str, Any], seat: str, line: str) -> Refusal:
        """The refusal of a line; the position is then as it was."""
        start = dict(start)
        state = self.engine.position(self.seats, self.options, start, setup=bool(start.pop("setup", False)))
        while isinstance(chance := self.engine.pending(state), Chance):
            self.engine.happen(state, list(range(1, chance.sides + 1)) if chance.kind == "shuffle" else 1)
        before = self.engine.encode(state)
        with pytest.raises(Refusal) as refused:
            self.engine.play(state, seat, self.engine.read(state, seat, line))
        assert self.engine.encode(state) == before
        assert len(refused.value.text) > 10
        assert all(rule in self.engine.rulebook() for rule in refused.value.rules), refused.value.rules
        return refused.value

    def is_unreadable(self, line: str) -> None:
        """What cannot be read is said so, and breaks no rule."""
        refusal = self.refused({}, self.seats[0], line)
        assert refusal.kind in ("unreadable", "ambiguous")
        assert refusal.rules == ()

    def is_illegal(self, start: Mapping[str, Any], seat: str, line: str) -> None:
        """What may not be done now is refused by a rule."""
        refusal = self.refused(start, seat, line)
        assert refusal.kind == "illegal"
        assert refusal.rules, refusal.text
