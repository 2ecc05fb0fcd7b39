"""Steps and intervals: the one mechanism by which play waits and goes on. Names no game.

A position carries a stack of steps, the next one last. A step is data: seats, cards, numbers, never
code. A rule's procedure is a function that returns a list of steps in the rulebook's order; a rule
or card that changes a procedure edits that list. What each kind of step does is said by its
`StepHandler`:

- `does`: carried out at once; may return the steps that come in its place;
- `waits`: says what play waits for, or None, or an interval of no seats, where, by public facts,
  nobody can act: then the step is passed over;
- `closes`: what follows when an interval is over (or was passed over): the steps in its place;
- `takes`: what an outcome of chance does;
- `answers`: what the answer to a choice, or to a question put to several seats, does.

A step that waits for players carries a `key`, given when it is first reached and never used again
in that line of play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from traders.engines.kernel.contract.contract import Chance, Event, Interval, Outcome, Pending
from traders.engines.kernel.seats import Seat

Told = list[Event]
"""Events are added to it as things happen."""


class Step(msgspec.Struct, tag=True):
    """Something that play comes to. Each kind is a subclass, tagged by its name."""

    stage: ClassVar[str] = ""
    """The stage of a turn to which it belongs."""
    first: ClassVar[str] = "Not now."
    """What is said to who gives an order that has its place at another step."""
    rules: ClassVar[tuple[str, ...]] = ()
    """The rules of that."""
    instead: ClassVar[tuple[str, ...]] = ()
    """Orders that have their place here."""


Steps = Sequence[Step]
"""What comes next, in the order of the rulebook."""


class Waiting(Step, kw_only=True, tag=True):
    """A step at which play waits for seats: an interval or a choice."""

    key: int = 0


class Bearer(Protocol):
    """What the machinery needs of a position: the stack (next step last) and the last key given."""

    agenda: list[Any]
    keys: int


S = TypeVar("S", bound=Bearer)

Does = Callable[[S, Any, Told], "Steps | None"]
Waits = Callable[[S, Any], "Pending | None"]
Closes = Callable[[S, Any, Told], "Steps | None"]
Takes = Callable[[S, Any, Any, Told], "Steps | None"]
"""The outcome is a number, of a shuffle the places in their new order."""
Answers = Callable[[S, Any, Seat, Any, Told], "Steps | None"]


class Endless(RuntimeError):
    """Steps follow one another without ever waiting: a fault in a procedure, never in an order."""


@dataclass(frozen=True, eq=False)
class StepHandler(Generic[S]):
    """One kind of step, said once, in the module of its rule."""

    kind: type[Step]
    _: KW_ONLY
    does: Does[S] | None = None
    waits: Waits[S] | Chance | None = None
    """What play waits for; said outright where that is always the same chance."""
    closes: Closes[S] | None = None
    takes: Takes[S] | None = None
    answers: Answers[S] | None = None


class Procedures(Generic[S]):
    """What every kind of step of one game does, and the running of them."""

    LONGEST = 10_000
    """Steps between two waits before a procedure is held to be faulty."""

    def __init__(self, *handlers: StepHandler[S], answers: Answers[S] | None = None) -> None:
        """`answers`: what an answer does at all steps that do not say it themselves."""
        self.does = {one.kind: one.does for one in handlers if one.does}
        self.waits = {one.kind: _asks(one.waits) for one in handlers if one.waits}
        self.closes = {one.kind: one.closes for one in handlers if one.closes}
        self.takes = {one.kind: one.takes for one in handlers if one.takes}
        self.answers = {one.kind: one.answers for one in handlers if one.answers}
        self._else = answers

    def pending(self, state: S) -> Pending:
        """What play waits for. The position must stand at a wait, as `run` leaves it."""
        step = state.agenda[-1]
        found = self.waits[type(step)](state, step)
        if found is None:
            raise LookupError(f"play stands at {type(step).__name__}, where nobody is asked")
        return found

    def run(self, state: S, told: Told) -> None:
        """Carry out steps from the top until play waits."""
        for _ in range(self.LONGEST):
            step = state.agenda[-1]
            does = self.does.get(type(step))
            if does is not None:
                state.agenda.pop()
                put(state, does(state, step, told))
                continue
            if isinstance(step, Waiting) and not step.key:
                state.keys += 1
                step.key = state.keys
            if self.waits[type(step)](state, step) is not None:
                return
            self._over(state, told)
        raise Endless(type(state.agenda[-1]).__name__)

    def _over(self, state: S, told: Told) -> None:
        """The wait on top is over: what it closes with takes its place."""
        step = state.agenda.pop()
        closes = self.closes.get(type(step))
        if closes is not None:
            put(state, closes(state, step, told))

    def close(self, state: S) -> Told:
        """The open interval is over; what is told of it."""
        if not isinstance(self.pending(state), Interval):
            raise LookupError("no interval is open")
        told: Told = []
        self._over(state, told)
        self.run(state, told)
        return told

    def happen(self, state: S, outcome: Outcome) -> Told:
        """Carry out the chance that is pending; what is told of it. `ValueError` for an outcome
        that cannot fall.
        """
        awaited = self.pending(state)
        if not isinstance(awaited, Chance):
            raise LookupError("play waits for no chance")
        _fits(awaited, outcome)
        told: Told = []
        step = state.agenda.pop()
        put(state, self.takes[type(step)](state, step, outcome, told))
        self.run(state, told)
        return told

    def answer(self, state: S, seat: Seat, order: object) -> Told:
        """Carry out a seat's answer to the choice or question on top; what is told of it. The
        answering function decides whether the step is done: it is taken off before, and put back
        where the function returns it among the steps in its place.
        """
        told: Told = []
        step = state.agenda.pop()
        answers = self.answers.get(type(step), self._else)
        assert answers is not None, f"{type(step).__name__} is answered by nothing"
        put(state, answers(state, step, seat, order, told))
        self.run(state, told)
        return told

    def standing(self, state: S) -> frozenset[int]:
        """Keys of all intervals and choices on the agenda that were reached and are not over."""
        return frozenset(
            step.key for step in state.agenda if isinstance(step, Waiting) and step.key
        )


def _asks(waits: Waits[S] | Chance) -> Waits[S]:
    if isinstance(waits, Chance):
        return lambda state, step: waits

    def asked(state: S, step: Any) -> Pending | None:
        found = waits(state, step)
        return None if isinstance(found, Interval) and not found.seats else found

    return asked


def put(state: Bearer, steps: Steps | None) -> None:
    """Let these come next, in the order given."""
    if steps:
        state.agenda.extend(reversed(steps))


def strike(state: Bearer, last: type[Step]) -> None:
    """Strike the steps that come next up to and including the first of this kind: the rest of a
    procedure that has ended early.
    """
    while state.agenda:
        if isinstance(state.agenda.pop(), last):
            return
    raise LookupError(f"no {last.__name__} on the agenda")


def _fits(awaited: Chance, outcome: Outcome) -> None:
    if awaited.kind == "shuffle":
        if not isinstance(outcome, list) or sorted(outcome) != list(range(1, awaited.sides + 1)):
            raise ValueError(f"a shuffle of {awaited.sides} is not {outcome}")
    elif isinstance(outcome, list) or not 1 <= outcome <= awaited.sides:
        raise ValueError(f"a {awaited.kind} of {awaited.sides} does not show {outcome}")
