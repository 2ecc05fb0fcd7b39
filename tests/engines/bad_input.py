"""Bad input, told alike of every system: for each order a wrong form, an unknown name, a wrong
stage, another's turn.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from traders.engines.kernel.contract.contract import Chance, Engine
from traders.engines.kernel.refusal import Refusal


class Bad(NamedTuple):
    """An order as it is written, and as it is not. `unknown` is "" where it names nothing; `start`:
    where it is not to be given.
    """

    line: str
    form: str
    unknown: str = ""
    start: Mapping[str, Any] = {}


def read_or_refused(engine: Engine[Any, Any], state: Any, seat: str, text: str) -> Any:
    """The order in any text, which is written back as it is read; None where that is refused."""
    try:
        order = engine.read(state, seat, text)
    except Refusal:
        return None
    assert engine.read(state, seat, engine.write(order)) == order
    return order


class BadInput:
    """A system's table is tried line by line; a subclass says which system, and at which table."""

    engine: Engine[Any, Any]
    table: Sequence[Bad]
    kinds: Collection[type]
    """All kinds of orders that the system knows."""
    seats: tuple[str, ...] = ("red", "blue", "green")
    options: Mapping[str, Any] = {}
    another: Mapping[str, Any] | None = None
    """The start at which it is another's turn, where that is not the line's own."""
    untimely: tuple[str, ...]
    """Rules by which orders at a wrong time are refused."""
    out_of_turn: tuple[str, ...]
    """Rules by which orders in another's turn are refused."""

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Each test is given the table line by line."""
        if "bad" in metafunc.fixturenames:
            metafunc.parametrize("bad", self.table, ids=lambda bad: bad.line)
        if "unknown" in metafunc.fixturenames:
            metafunc.parametrize("unknown", [bad.unknown for bad in self.table if bad.unknown])

    def line(self, bad: Bad) -> str:
        """The line as this table's board has it."""
        return bad.line

    def test_the_table_holds_every_order(self) -> None:
        state = self.engine.position(self.seats, self.options, {})
        assert {
            type(self.engine.read(state, self.seats[0], self.line(bad))) for bad in self.table
        } == set(self.kinds)

    def test_a_wrong_form_is_unreadable(self, bad: Bad) -> None:
        self.is_unreadable(bad.form)

    def test_an_unknown_name_is_unreadable(self, unknown: str) -> None:
        self.is_unreadable(unknown)

    def test_at_a_wrong_time_it_is_refused_by_rule(self, bad: Bad) -> None:
        self.is_illegal(bad.start, self.seats[0], self.line(bad))

    def test_in_anothers_turn_it_is_refused_by_rule(self, bad: Bad) -> None:
        self.is_illegal(self._anothers(bad), self.seats[1], self.line(bad))

    def test_the_rules_of_time_and_turn_are_those_that_are_cited(self) -> None:
        first, second = self.seats[:2]
        assert set(self.untimely) <= {
            rule
            for bad in self.table
            for rule in self.refused(bad.start, first, self.line(bad)).rules
        }
        assert set(self.out_of_turn) <= {
            rule
            for bad in self.table
            for rule in self.refused(self._anothers(bad), second, self.line(bad)).rules
        }

    def _anothers(self, bad: Bad) -> Mapping[str, Any]:
        return bad.start if self.another is None else self.another

    def refused(self, start: Mapping[str, Any], seat: str, line: str) -> Refusal:
        """The refusal of a line; the position is then as it was."""
        start = dict(start)
        state = self.engine.position(
            self.seats, self.options, start, setup=bool(start.pop("setup", False))
        )
        while isinstance(chance := self.engine.pending(state), Chance):
            self.engine.happen(
                state, list(range(1, chance.sides + 1)) if chance.kind == "shuffle" else 1
            )
        before = self.engine.encode(state)
        with pytest.raises(Refusal) as refused:
            self.engine.play(state, seat, self.engine.read(state, seat, line))
        assert self.engine.encode(state) == before
        assert len(refused.value.text) > 10
        assert all(rule in self.engine.rulebook() for rule in refused.value.rules), (
            refused.value.rules
        )
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
