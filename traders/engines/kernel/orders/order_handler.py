"""An order of a game, said once: its fields, how it is written, what is told of it, when it may be
given, what refuses it, what of it is offered, what it does. It stands in the module of its rule.
Names no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec

from traders.engines.kernel.contract.contract import Blank
from traders.engines.kernel.grammar.order_table import OrderRow, When
from traders.engines.kernel.grammar.orders import Form
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Bearer, Step, Steps, Told

S = TypeVar("S", bound=Bearer)

MOST_TRIED = 100
"""Of what is counted no more are looked for."""

Written = str | tuple[str, Mapping[str, Any]]
"""A form of an order, as `Form` takes it; with the fields that it gives by itself."""
Meaning = str | tuple[str, str]
"""What an offered order does; with the rule that says so where it is not the order's own."""


class Order(msgspec.Struct, frozen=True, cache_hash=True):
    """The fields of an order. Each kind is a subclass; a field has a default if it may be left
    unsaid.
    """


class Shape(msgspec.Struct, frozen=True, cache_hash=True):
    """Orders that are alike but for what is free within bounds: `{name}` in the pattern for each
    of the blanks. `ends`: the orders at the bounds, which are checked; the one at the upper bounds
    alone where less is allowed wherever that is.
    """

    pattern: str
    blanks: tuple[Blank, ...]
    ends: tuple[Order, ...]


Offered = Order | Shape | tuple[Order | Shape, Meaning]
"""Something on a menu; with what it does where `means` does not say that."""
Menu = Iterable[Offered]
"""What may be offered of an order."""


@dataclass(frozen=True, eq=False)
class OrderHandler(Generic[S]):
    """One kind of order."""

    fields: type[Order]
    _: KW_ONLY
    forms: Sequence[Written] = ()
    """How it is written; none where no player says it."""
    prefix: str = ""
    """The words that a line of it begins with; the first one where nothing is said."""
    when: When = When.TURN
    help: str = ""
    example: str = ""
    """A line that can be read; the first form where nothing is said."""
    rule: str = ""
    sealed: str = ""
    """What the record shows in its place, where it stays secret once it is carried out."""
    grave: bool = False
    aside: bool = False
    notes: Mapping[str, str] = field(default_factory=dict)
    said: Sequence[str] = ()
    implied: bool = False
    """These are as `OrderRow` has them."""
    at: tuple[type[Step], ...] = ()
    """The steps at which it may be given; () where its time says all."""
    stages: tuple[str, ...] = ()
    """The stages of a turn in which it may be given; () for all."""
    untimely: Callable[[S, Seat], tuple[str, ...]] | tuple[str, ...] = ()
    """The rules that are cited first where play stands at another step; what says them may refuse
    by itself.
    """
    needs: str = ""
    """What has to be in play for who gives it; "" for nothing. On no menu where it is not."""
    at_once: bool = False
    """Done at once, also while an interval is open; all others are gathered until it closes."""
    must: Callable[[S, Seat], object] | None = None
    """Refuses it whatever its fields are."""
    held: Callable[[S, Seat, Any], None] | None = None
    """Refuses it where its seat does not hold what it names; asked after `must`."""
    check: Callable[[S, Seat, Any], None] | None = None
    """Refuses it for its fields; asked after `held`."""
    price: Callable[[S, Seat, Any], None] | None = None
    """Refuses it where it cannot be paid; asked after `check`."""
    affordable: Callable[[S, Seat], bool] | None = None
    """Whether all of its menu can be paid, where that is one price: asked once for all."""
    menu: Callable[[S, Seat], Menu] | None = None
    """What may be offered of it: of these what is not refused is. Left out: the order without
    fields.
    """
    checked: bool = False
    """Its menu is made of what has been checked: kept for the like, or of other orders' menus."""
    means: Callable[[S, Seat, Any], Meaning] | str = ""
    """What an offered one, or a shape, does; its help, where nothing is said."""
    spends: Callable[[S, Seat, Any], None] | None = None
    """Takes what a gathered one will cost, so that the next one is checked without."""
    counts: tuple[str, ...] = ()
    """The fields that say how many: a refusal names the most of them that can be done now."""
    deed: Callable[[S, Seat, Any, Any, Told], Steps | None]
    """Carries out what was not refused, with the step at which play waits taken off the agenda;
    what comes next, that step again where play still waits there.
    """

    def written_forms(self) -> list[Form]:
        """Its forms, as a grammar takes them."""
        pairs = [(form, {}) if isinstance(form, str) else form for form in self.forms]
        return [Form(self.fields, pattern, **fixed) for pattern, fixed in pairs]

    def row(self) -> OrderRow:
        """What is told of it."""
        forms = tuple(dict.fromkeys(form.usage for form in self.written_forms()))
        prefix = self.prefix or forms[0].split()[0]
        return OrderRow(
            prefix=prefix,
            forms=forms,
            when=self.when,
            help=self.help,
            example=self.example,
            rule=self.rule,
            grave=self.grave,
            aside=self.aside,
            notes=tuple(self.notes.items()),
            said=tuple(self.said),
            implied=self.implied,
        )

    def must_be_possible(self, state: S, seat: Seat, order: Order) -> None:
        """Refuse one that the seat cannot give, though it is asked for orders."""
        step = state.agenda[-1]
        if self.at and type(step) not in self.at:  # a turn's steps have their order
            rules = self.untimely(state, seat) if callable(self.untimely) else self.untimely
            cited = (*rules, *step.rules) or (self.rule,)
            raise Refusal(step.first, *cited, instead=step.instead)
        if self.must is not None:
            self.must(state, seat)
        if self.held is not None:
            self.held(state, seat, order)
        if self.check is not None:
            self.check(state, seat, order)
        if self.price is not None:
            self.price(state, seat, order)

    def lacking(self, state: S, seat: Seat, order: Order) -> str:
        """What the seat does not hold or cannot pay of it, whatever play waits for; "" for
        nothing.
        """
        for asked in (self.held, self.price):
            try:
                if asked is not None:
                    asked(state, seat, order)
            except Refusal as refused:
                return refused.text
        return ""

    def most(self, state: S, seat: Seat, order: Order) -> Order | None:
        """The order with as many as can be done now, which are fewer than it says; None where none
        can, or where it is refused for something else.
        """
        for fewer in (one for name in self.counts for one in _fewer(order, name)):
            with suppress(Refusal):
                self.must_be_possible(state, seat, fewer)
                return fewer
        return None

    @cached_property
    def candidates(self) -> Callable[[S, Seat], Sequence[tuple[Order | Shape, str, str]]]:
        """What of its menu is not refused, each with what it does and the rule that says so: a
        function of a position and a seat.
        """
        must, menu, rule, means = self.must, self.menu, self.rule, self.means or self._in_short
        affordable, checks = self.affordable, self._asked_of_each
        alone = (self.fields(),) if menu is None else ()

        def candidates(state: S, seat: Seat) -> Sequence[tuple[Order | Shape, str, str]]:
            if affordable is not None and not affordable(state, seat):
                return ()
            try:
                if must is not None:
                    must(state, seat)
            except Refusal:
                return ()
            entries = menu(state, seat) if menu is not None else alone
            if not entries:
                return ()
            found: list[tuple[Order | Shape, str, str]] = []
            for entry in entries:
                thing, meant = entry if type(entry) is tuple else (entry, means)
                try:
                    for check in checks:
                        for order in thing.ends if type(thing) is Shape else (thing,):
                            check(state, seat, order)
                except Refusal:
                    continue
                words = meant(state, seat, thing) if callable(meant) else meant
                found.append((thing, words, rule) if type(words) is str else (thing, *words))
            return found

        return candidates

    @property
    def _asked_of_each(self) -> tuple[Callable[[S, Seat, Any], None], ...]:
        """What may refuse something on its menu."""
        if self.checked:
            return ()
        each = (self.held, self.check, self.price if self.affordable is None else None)
        return tuple(check for check in each if check is not None)

    @cached_property
    def _in_short(self) -> str:
        return f"{self.help[:1].lower()}{self.help[1:].rstrip('.')}"


def _fewer(order: Order, name: str) -> Iterator[Order]:
    """The order with fewer in that field, the most first: a number, numbers, or things with how
    many of each, of which one is said to be fewer.
    """
    said = getattr(order, name)
    if isinstance(said, int):
        for n in range(min(said - 1, MOST_TRIED), 0, -1):
            yield msgspec.structs.replace(order, **{name: n})
        return
    for place, one in enumerate(said):
        thing, n = ((), one) if isinstance(one, int) else (one[:-1], one[-1])
        for left in range(min(n - 1, MOST_TRIED), 0, -1):
            some = (*thing, left) if thing else left
            yield msgspec.structs.replace(
                order, **{name: (*said[:place], some, *said[place + 1 :])}
            )


def stays(
    deed: Callable[[S, Seat, Any, Told], Steps | None],
) -> Callable[[S, Seat, Any, Any, Told], Steps | None]:
    """The deed of an order after which play waits at the same step: what it brings comes first."""

    def carried_out(state: S, seat: Seat, order: object, step: object, told: Told) -> Steps | None:
        state.agenda.append(step)
        return deed(state, seat, order, told)

    return carried_out


T = TypeVar("T", bound=Order)


def let_through(
    check: Callable[[S, Seat, Any], None], state: S, seat: Seat, orders: Iterable[T]
) -> Iterator[T]:
    """Those of these orders that a check does not refuse."""
    for order in orders:
        try:
            check(state, seat, order)
        except Refusal:
            continue
        yield order


def unoffered(state: object, seat: Seat) -> tuple[Order, ...]:
    """The menu of an order that is nobody's choice."""
    return ()
