"""The form of a small game: a position of seats in turn, written as its fields, and orders that say
all of themselves. What of it a game outgrows it hands to `System` itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from traders.engines.kernel.book.rulebook import rulebook
from traders.engines.kernel.contract import waits
from traders.engines.kernel.contract.agreed_options import REVISION
from traders.engines.kernel.engine.engine_from_modules import System
from traders.engines.kernel.engine.engine_modules import Leaves, Views
from traders.engines.kernel.orders.order_language import OrderLanguage
from traders.engines.kernel.orders.order_play import OrderPlay
from traders.engines.kernel.positions.scenario_start import must_be_known
from traders.engines.kernel.positions.storing import Storing
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Procedures
from traders.engines.kernel.steps.seats_in_turn import SeatsInTurn

S = TypeVar("S", bound=SeatsInTurn)


class SmallPlay(Protocol[S]):
    """`play.py` of a small game."""

    def laid(self, seats: Sequence[Seat], options: Mapping[str, object], /) -> S:
        """The position before its set-up; refuses a number of seats by rule."""
        ...

    @property
    def PROCEDURES(self) -> Procedures[S]: ...  # noqa: N802 - a constant of the module
    @property
    def ORDERS(self) -> OrderLanguage[S]: ...  # noqa: N802
    @property
    def LEAVING(self) -> Leaves[S]: ...  # noqa: N802


def small_system(
    name: str,
    title: str,
    package: str,
    type_: type[S],
    play: SmallPlay[S],
    view: Views[S],
    intervals: tuple[str, ...] = (),
    **more: Any,
) -> System[S]:
    """A small game, of its two modules. `intervals`: the names of its reaction windows; `more`: as
    `System` takes it, `options` and `revision`. Who is not in it is told so by the book's first
    rule.
    """
    gone = next(iter(rulebook(package))).id
    return System(
        name=name,
        title=title,
        package=package,
        type_=type_,
        position=FieldPositions(play.laid, play.PROCEDURES),
        play=OrderPlay(play.ORDERS, play.PROCEDURES, Storing(type_), _plays, gone),
        leaving=play.LEAVING,
        view=view,
        intervals=intervals,
        **more,
    )


class FieldPositions(Generic[S]):
    """Positions made by one function, and written as their fields: what is by seat (a dict whose
    keys are seats) under its seat, the rest whole.
    """

    def __init__(
        self, laid: Callable[[Sequence[Seat], Mapping[str, Any]], S], procedures: Procedures[S]
    ) -> None:
        self._laid, self._procedures = laid, procedures

    def opening(
        self,
        seats: Sequence[Seat],
        options: Mapping[str, object],
        start: Mapping[str, object],
        edition: str = "",
    ) -> S:
        """A game before its set-up, with what `start` says of the whole."""
        return self._begun(seats, options, start, "set-up")

    def standard(
        self, seats: Sequence[Seat], options: Mapping[str, object], start: Mapping[str, object]
    ) -> S:
        """The same, with what `start` says of seats too: such a game begins in its set-up."""
        return self._begun(seats, options, start, "start", seats)

    def _begun(
        self,
        seats: Sequence[Seat],
        options: Mapping[str, Any],
        start: Mapping[str, Any],
        where: str,
        told: Sequence[Seat] = (),
    ) -> S:
        state = self._laid(seats, options)
        state.revision = options[REVISION]
        by_seat, whole = map(set, _fields(state))
        must_be_known(start, whole | set(told), where)
        for name in whole & set(start):
            setattr(state, name, _fitting(state, name, start[name]))
        for seat in set(told) & set(start):
            must_be_known(start[seat], by_seat, f"{where}.{seat}")
            for name, value in start[seat].items():
                getattr(state, name)[seat] = _fitting(state, name, {seat: value})[seat]
        self._procedures.run(state, [])
        return state

    def written(self, state: S) -> dict[str, Any]:
        """Everything, hidden or not, with what play waits for."""
        pending = self._procedures.pending(state)
        fields = msgspec.to_builtins(state)
        by_seat, whole = _fields(state)
        return (
            {seat: {name: fields[name][seat] for name in by_seat} for seat in state.seats}
            | {name: fields[name] for name in whole}
            | {"stage": getattr(pending, "stage", "")}
            | waits.in_scenario_words(pending)
        )


def _plays(state: SeatsInTurn, seat: Seat) -> bool:
    return seat in state.seats


def _fields(state: SeatsInTurn) -> tuple[list[str], list[str]]:
    """A position's fields: those by seat, and the rest, but for the machinery's own."""
    own = SeatsInTurn.__struct_fields__
    names = [name for name in state.__struct_fields__ if name not in own]
    by_seat = [name for name in names if _is_by_seat(getattr(state, name), state.seats)]
    whole = [name for name in names if name not in by_seat]
    return by_seat, [*whole, "turn", "number"]


def _is_by_seat(value: object, seats: Sequence[Seat]) -> bool:
    return isinstance(value, dict) and value.keys() >= set(seats)


def _fitting(state: Any, name: str, value: Any) -> Any:
    """A value for a field of a position; `ValueError` where it is none."""
    kind = next(field.type for field in msgspec.structs.fields(type(state)) if field.name == name)
    return msgspec.convert(value, kind)
