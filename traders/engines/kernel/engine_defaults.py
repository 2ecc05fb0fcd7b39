"""What a game need not say for itself: orders read by their forms, no conditions, a picture of its
text, a bot that takes the first offer, positions written as their fields.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Generic, TypeVar

import msgspec

from traders.engines.kernel import waits
from traders.engines.kernel.agenda import Bearer, Procedures
from traders.engines.kernel.contract import Blank, Event, Interval, Offer, Over, Pending, View
from traders.engines.kernel.level import Level
from traders.engines.kernel.order_parts import Kind, unreadable
from traders.engines.kernel.orders import Form, Grammar
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.scenario_start import must_be_known
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames
from traders.engines.kernel.suggestion import Suggestion

S = TypeVar("S", bound=Bearer)

STUMBLES = 1 / 2
"""How often a learner gives whatever order comes to its mind."""


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


class NoConditions:
    """A game whose standing orders, stops and plans hang on nothing."""

    def __init__(self) -> None:
        self._grammar = Grammar((), {})

    def canonical(self, state: Any, text: str, names: SeatNames = NO_NAMES) -> str:
        raise unreadable("This game knows no conditions.")

    def atoms(self) -> Grammar:
        return self._grammar

    def meets(self, state: Any, seat: Seat, condition: str) -> str:
        return ""


class NoInvariants:
    """A game that does not say what always holds."""

    def flaws(self, state: Any) -> list[str]:
        return []

    def unpaid(self, before: Any, after: Any, events: Sequence[Event]) -> list[str]:
        return []


class FirstOffer:
    """A bot that gives the first order that it is offered without a blank, else the silent one, at
    every level.
    """

    def bot(
        self, view: View, pending: Pending, offers: Sequence[Offer], seed: int, level: Level
    ) -> str:
        plain = [offer.order for offer in offers if not offer.blanks]
        return plain[0] if plain else str(getattr(pending, "silence", "pass"))

    def bot_words(self, view: View, seed: int, level: Level) -> tuple[str, ...]:
        return ()


def stumble(offers: Sequence[Offer], seed: int, unwise: Sequence[str] = ()) -> str:
    """The order that a learner gives without thinking: one of those offered without a blank, drawn
    by the seed, but none of the `unwise` ones; "" where it thinks.
    """
    plain = [offer.order for offer in offers if not offer.blanks and offer.order not in unwise]
    if not plain or lot(seed, "stumble") >= STUMBLES:
        return ""
    return min(plain, key=lambda order: lot(seed, order))


def lot(seed: int, what: str) -> float:
    """A number from 0 to 1 that follows from the seed and the thing alone."""
    return int.from_bytes(blake2b(f"{seed}:{what}".encode(), digest_size=8).digest(), "big") / 2**64


def first_offered(lines: str, offers: Sequence[Offer]) -> Suggestion | None:
    """The first of a bot's lines that is offered, as a suggestion without words."""
    found = (line for line in lines.split("\n") if any(holds(offer, line) for offer in offers))
    return next((Suggestion((line,)) for line in found), None)


def holds(offer: Offer, line: str) -> bool:
    """Whether a line is the offer with its blanks filled, each within its bounds."""
    parts = re.split(r"\{([^{}]*)\}", offer.order)
    filled = re.fullmatch("(.+?)".join(map(re.escape, parts[::2])), line)
    blanks = {blank.name: blank for blank in offer.blanks}
    return filled is not None and all(
        name in blanks and _takes(blanks[name], value)
        for name, value in zip(parts[1::2], filled.groups(), strict=True)
    )


def _takes(blank: Blank, value: str) -> bool:
    if blank.things:
        return value in blank.things
    high = blank.high
    return value.isdecimal() and (blank.low or 0) <= int(value) <= (high or int(value))


class FieldPositions(Generic[S]):
    """Positions made by one function, and written as their fields: what is by seat (a dict whose
    keys are seats) under its seat, the rest whole.
    """

    def __init__(
        self,
        laid: Callable[[Sequence[Seat], Mapping[str, Any]], S],
        procedures: Procedures[S],
        by_seat: Sequence[str],
    ) -> None:
        self._laid, self._procedures, self._by_seat = laid, procedures, tuple(by_seat)

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
        whole = set(self._whole(state))
        must_be_known(start, whole | set(told), where)
        for name in whole & set(start):
            setattr(state, name, _fitting(state, name, start[name]))
        for seat in set(told) & set(start):
            must_be_known(start[seat], set(self._by_seat), f"{where}.{seat}")
            for name, value in start[seat].items():
                getattr(state, name)[seat] = _fitting(state, name, {seat: value})[seat]
        self._procedures.run(state, [])
        return state

    def written(self, state: S) -> dict[str, Any]:
        """Everything, hidden or not, with what play waits for."""
        pending = self._procedures.pending(state)
        fields = msgspec.to_builtins(state)
        by_seat: dict[str, Any] = {
            seat: {name: fields[name][seat] for name in self._by_seat} for seat in fields["seats"]
        }
        whole = {name: fields[name] for name in self._whole(state)}
        stage = {"stage": getattr(pending, "stage", "")}
        return by_seat | whole | stage | waits.in_scenario_words(pending)

    def _whole(self, state: S) -> list[str]:
        """Fields that are not by seat, but for the machinery's own."""
        names: tuple[str, ...] = type(state).__struct_fields__  # type: ignore[attr-defined]
        apart = {"seats", "agenda", "keys", *self._by_seat}
        return [name for name in names if name not in apart]


def _fitting(state: Any, name: str, value: Any) -> Any:
    """A value for a field of a position; `ValueError` where it is none."""
    kind = next(field.type for field in msgspec.structs.fields(type(state)) if field.name == name)
    return msgspec.convert(value, kind)


class TablePlay(Generic[S]):
    """Play by a table of offers: what a seat may do now is what of it is not refused. `check`
    refuses a seat's order; `react` carries out one that is a reaction, all others answer the step
    at which play waits.
    """

    def __init__(
        self,
        procedures: Procedures[S],
        orders: FormOrders,
        table: Sequence[Offer],
        check: Callable[[S, Seat, Any, Sequence[Any]], None],
        react: Callable[[S, Seat, Any], list[Event]] | None = None,
    ) -> None:
        self._procedures, self._orders, self._table = procedures, orders, tuple(table)
        self._check, self._react = check, react
        self.close, self.happen = procedures.closed, procedures.happened

    def check(self, state: S, seat: Seat, order: Any, sent: Sequence[Any] = ()) -> None:
        """Refuse what the seat could not do now; nothing is done after the end."""
        pending = self._procedures.pending(state)
        if isinstance(pending, Over):
            raise Refusal("The game is over.", pending.rule)
        self._check(state, seat, order, sent)

    def play(self, state: S, seat: Seat, order: Any) -> list[Event]:
        """Carry out one order now; a refusal leaves the position as it was."""
        self.check(state, seat, order)
        if self._react and isinstance(self._procedures.pending(state), Interval):
            return self._react(state, seat, order)
        return self._procedures.answered(state, seat, order)

    def gathers(self, state: S, seat: Seat, order: Any) -> bool:
        """Reactions are kept until the interval closes (PR-PRIORITY-01)."""
        return isinstance(self._procedures.pending(state), Interval)

    def offers(self, state: S, seat: Seat) -> tuple[Offer, ...]:
        """What of the table the seat may do now."""
        return tuple(offer for offer in self._table if self._may(state, seat, offer))

    def _may(self, state: S, seat: Seat, offer: Offer) -> bool:
        try:
            self.check(state, seat, self._orders.read(state, seat, offer.order))
        except Refusal:
            return False
        return True
