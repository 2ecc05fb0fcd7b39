"""The form of a small game: a position of seats in turn, orders read by their forms, play by a
table of offers. What of it a game outgrows it hands to `System` itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from traders.engines.kernel import waits
from traders.engines.kernel.agenda import Procedures
from traders.engines.kernel.agreed_options import REVISION
from traders.engines.kernel.contract import Choice, Event, Interval, Offer, Over, Pending, Turn
from traders.engines.kernel.engine_from_modules import System
from traders.engines.kernel.engine_modules import Leaves, Views
from traders.engines.kernel.order_parts import Kind
from traders.engines.kernel.order_table import OrderRow, When, order_rows, row_of
from traders.engines.kernel.orders import Form, Grammar
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.scenario_start import must_be_known
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames
from traders.engines.kernel.seats_in_turn import SeatsInTurn

S = TypeVar("S", bound=SeatsInTurn)


class SmallPlay(Protocol[S]):
    """`play.py` of a small game."""

    def laid(self, seats: Sequence[Seat], options: Mapping[str, Any], /) -> S:
        """The position before its set-up; refuses a number of seats by rule."""
        ...

    def check(self, state: S, seat: Seat, order: Any, sent: Sequence[Any], /) -> None:
        """Refuse an order that the seat cannot give, though it is the time for it."""
        ...

    def react(self, state: S, seat: Seat, order: Any, /) -> list[Event]:
        """Carry out a reaction."""
        ...

    @property
    def PROCEDURES(self) -> Procedures[S]: ...  # noqa: N802 - a constant of the module
    @property
    def ORDERS(self) -> FormOrders: ...  # noqa: N802
    @property
    def OFFERS(self) -> tuple[str, ...]: ...  # noqa: N802
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
) -> System[S, Any]:
    """A small game, of its two modules. `intervals`: the names of its reaction windows; `more`: as
    `System` takes it, `options` and `revision`.
    """
    return System(
        name=name,
        title=title,
        package=package,
        type_=type_,
        position=FieldPositions(play.laid, play.PROCEDURES),
        procedures=play.PROCEDURES,
        play=TablePlay(package, play),
        leaving=play.LEAVING,
        orders=play.ORDERS,
        view=view,
        intervals=intervals,
        **more,
    )


class FormOrders:
    """An order language that is its forms, the same in every position. `names`: of things of the
    game, after which no player may be called.
    """

    def __init__(
        self, forms: Sequence[Form], kinds: Mapping[str, Kind], names: Iterable[str] = ()
    ) -> None:
        self._grammar, self._names = Grammar(forms, kinds), frozenset(names)

    def read(self, state: Any, seat: Seat, text: str, names: SeatNames = NO_NAMES) -> Any:
        return self._grammar.read(text, names)

    def write(self, order: Any) -> str:
        return self._grammar.write(order)

    def public(self, order: Any) -> str:
        return self._grammar.write(order)

    def language(self) -> Grammar:
        return self._grammar

    def thing_names(self) -> frozenset[str]:
        return self._names


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
        options: Mapping[str, Any],
        start: Mapping[str, Any],
        edition: str = "",
    ) -> S:
        """A game before its set-up, with what `start` says of the whole."""
        return self._begun(seats, options, start, "set-up")

    def standard(
        self, seats: Sequence[Seat], options: Mapping[str, Any], start: Mapping[str, Any]
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


def _fields(state: SeatsInTurn) -> tuple[list[str], list[str]]:
    """A position's fields: those by seat, and the rest, but for the machinery's own."""
    own = SeatsInTurn.__struct_fields__
    names = [name for name in state.__struct_fields__ if name not in own]
    by_seat = [name for name in names if _is_by_seat(getattr(state, name), state.seats)]
    whole = [name for name in names if name not in by_seat]
    return by_seat, [*whole, "turn", "number"]


def _is_by_seat(value: Any, seats: Sequence[Seat]) -> bool:
    return isinstance(value, dict) and value.keys() >= set(seats)


def _fitting(state: Any, name: str, value: Any) -> Any:
    """A value for a field of a position; `ValueError` where it is none."""
    kind = next(field.type for field in msgspec.structs.fields(type(state)) if field.name == name)
    return msgspec.convert(value, kind)


class TablePlay(Generic[S]):
    """Play by a table of offers: what a seat may do now is what of it is not refused. When an order
    may be given, by which rule, and what it does in words is said in `orders.toml` alone. In a
    reaction window orders are reactions; all others answer the step at which play waits.
    """

    def __init__(self, package: str, play: SmallPlay[S]) -> None:
        self._package, self._play, self._procedures = package, play, play.PROCEDURES
        self.close, self.happen = self._procedures.closed, self._procedures.happened

    def check(self, state: S, seat: Seat, order: Any, sent: Sequence[Any] = ()) -> None:
        """Refuse what the seat could not do now; nothing is done after the end."""
        pending = self._procedures.pending(state)
        if isinstance(pending, Over):
            raise Refusal("The game is over.", pending.rule)
        written = self._play.ORDERS.write(order)
        row = self._row(written)
        if not _is_time(row.when, pending) or seat not in waits.awaited(pending):
            raise Refusal(f"`{row.prefix}` is said {row.when}.", row.rule)
        if row.when is When.ASKED and not self._answers(pending, written):
            raise Refusal(f"`{row.prefix}` answers another question.", row.rule)
        self._play.check(state, seat, order, sent)

    def play(self, state: S, seat: Seat, order: Any) -> list[Event]:
        """Carry out one order now; a refusal leaves the position as it was."""
        self.check(state, seat, order)
        pending = self._procedures.pending(state)
        if isinstance(pending, Interval) and not pending.question:
            told = self._play.react(state, seat, order)
            self._procedures.run(state, told)  # who is left may have nothing to react with
            return told
        return self._procedures.answered(state, seat, order)

    def gathers(self, state: S, seat: Seat, order: Any) -> bool:
        """Reactions are kept until the interval closes (PR-PRIORITY-01)."""
        return isinstance(self._procedures.pending(state), Interval)

    def offers(self, state: S, seat: Seat) -> tuple[Offer, ...]:
        """What of the table the seat may do now."""
        gathered = isinstance(self._procedures.pending(state), Interval)
        return tuple(
            msgspec.structs.replace(offer, reaction=gathered)
            for offer in self._offers
            if self._may(state, seat, offer)
        )

    def _answers(self, pending: Pending, written: str) -> bool:
        """Whether a line is one of a choice's things, or the answer that a question asks for."""
        if isinstance(pending, Choice):
            return written in pending.things
        return self._row(getattr(pending, "silence", "")) is self._row(written)

    def _may(self, state: S, seat: Seat, offer: Offer) -> bool:
        try:
            self.check(state, seat, self._play.ORDERS.read(state, seat, offer.order))
        except Refusal:
            return False
        return True

    @cached_property
    def _offers(self) -> tuple[Offer, ...]:
        rows = [(line, self._row(line)) for line in self._play.OFFERS]
        return tuple(Offer(line, _in_words(line, row), row.rule) for line, row in rows)

    def _row(self, written: str) -> OrderRow:
        row = row_of(order_rows(self._package, self._play.ORDERS.language()), written)
        assert row, f"{written}: order_rows has a row for each form"
        return row


def _in_words(line: str, row: OrderRow) -> str:
    """What an order does: the help of its row, and what its last word means."""
    told, note = row.help.rstrip("."), dict(row.notes).get(line.rsplit(maxsplit=1)[-1], "")
    return f"{told[0].lower()}{told[1:]}{f': {note}' if note else ''}"


def _is_time(when: When, pending: Pending) -> bool:
    """Whether those who are waited for may say now what may be said `when`."""
    question = isinstance(pending, Choice) or (isinstance(pending, Interval) and pending.question)
    match when:
        case When.TURN:
            return isinstance(pending, Turn)
        case When.WINDOW:
            return isinstance(pending, Interval) and not question
        case When.ASKED:
            return question
    return True
