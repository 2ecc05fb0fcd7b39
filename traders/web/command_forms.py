"""Forms for all else that a seat may say now, made from the registry: each form of a command or
order, with a field for each of its blanks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from traders.domain.play.commands import registry
from traders.domain.play.commands.command import Command, Group
from traders.engines.kernel.contract.contract import Engine, Pending
from traders.engines.kernel.grammar.order_forms import OrderForm, order_form
from traders.engines.kernel.grammar.order_table import OrderRow
from traders.engines.kernel.seats import Seat
from traders.web.order_menu import OfferGroup

IN_ITS_PLACE = frozenset({"yes", "no", "resign"})
"""Commands that have a button where they are asked for."""
LEAST = {"n": 1, "some": 1}
"""Blanks that are numbers, and the number that stands in their field at first."""


@dataclass(frozen=True)
class SaidBlank:
    """A field: its name in the row, what it is called, and the things that it may be, if few."""

    name: str
    optional: bool
    things: tuple[str, ...]
    low: int | None = None
    """Where it is a number, the least."""


@dataclass(frozen=True)
class SaidRow:
    """One form of a command or order. `row`: what the registry tells of it."""

    number: int
    order: str
    form: str
    row: OrderRow
    blanks: tuple[SaidBlank, ...]


@dataclass(frozen=True)
class SaidGroup:
    """Forms under one heading."""

    title: str
    rows: tuple[SaidRow, ...]


def said_more(
    engine: Engine[object, object],
    pending: Pending,
    seat: Seat,
    offers: Sequence[OfferGroup],
    others: Sequence[Seat],
    *,
    without: Collection[Command] = (),
) -> list[SaidGroup]:
    """All that the seat may say now by the registry, but what is offered to it with a button.
    `others`: the seats of the other players; `without`: commands that its game does not take.
    """
    offered = [row.order for group in offers for row in group.rows]
    known = [command for command in registry.known_in(engine) if command not in without]
    headed: list[tuple[str, Sequence[OrderRow]]] = [
        (title, [command for command in known if command.group is title]) for title in Group
    ]
    things = {"seat": tuple(others), "window": engine.interval_names()}
    numbers = count(len(offered))
    groups = []
    for title, rows in [*headed, (f"Orders of {engine.title}", engine.orders())]:
        said = [
            SaidRow(next(numbers), made.pattern, form, row, _fields(made, things))
            for row in rows
            if registry.may_say(row, pending, seat)
            and row.prefix not in IN_ITS_PLACE
            and not any(registry.begins(order, row.prefix) for order in offered)
            for form, made in _forms(row)
        ]
        if said:
            groups.append(SaidGroup(title, tuple(said)))
    return groups


def _forms(row: OrderRow) -> Iterator[tuple[str, OrderForm]]:
    """The forms of a row, each taken apart; of a game's orders those that differ in more than their
    spelling.
    """
    seen = set()
    for form in row.forms:
        made = order_form(form)
        spelling = form if isinstance(row, Command) else form.split()[0]
        key = (spelling, *sorted(blank.kind for blank in made.blanks))
        if key not in seen:
            seen.add(key)
            yield form, made


def _fields(made: OrderForm, things: Mapping[str, tuple[str, ...]]) -> tuple[SaidBlank, ...]:
    return tuple(
        SaidBlank(
            blank.name,
            blank.optional,
            blank.things or things.get(blank.kind, ()),
            LEAST.get(blank.kind),
        )
        for blank in made.blanks
    )
