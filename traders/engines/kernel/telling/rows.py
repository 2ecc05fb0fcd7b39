"""The rows of `events.toml`: one a kind of event, with its sentences."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from traders.engines.kernel.book.package_files import has, printed
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.telling.sentence_filling import (
    SEAT,
    SEAT_FORMS,
    Data,
    Field,
    Form,
    Language,
    fields,
    filled,
)
from traders.engines.kernel.words import capital

FILE = "events.toml"
LANGUAGE = "language.toml"
TAKEN = frozenset(("to", "but", "reveals", "pile"))
"""Names that `Teller` has for itself: no value can have one."""
HOUSE = "traders.engines.kernel.telling"
"""The package with the language, and with the rows of what happens in every game."""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences of a kind of event. Of what is told later, what begins with a seat is a deed of
    that seat, without a full stop: those of one seat in a row become one sentence. A list is
    several deeds; "" is told to nobody.
    """

    now: str
    """The sentence as it is told when it happens, and as the history keeps it: to all alike."""
    past: str | tuple[str, ...]
    own: str | tuple[str, ...] | None = None
    """The past, to the seat that did it: `seat`, or else the first that `past` names."""
    to: dict[str, str | tuple[str, ...]] = {}
    """The past, to the seat that is the value of that name."""
    also: tuple[str, ...] = ()
    """Names of data that no sentence has, and that whoever is told could work out from it."""
    headline: str = ""
    """The past in a few words, for a letter's subject."""
    asked: str = ""
    """The sentence while it is under way and play waits for answers; "": as `now`."""
    asked_to: dict[str, str] = {}
    """The same, to the seat that is the value of that name."""
    tells_silence: bool = False
    """Whether it says, while it is under way, what comes of doing nothing."""
    latest: bool = False
    """Whether only the last of several in a row is told later."""
    gathered: str = ""
    """The name of things with how many of each: several such events of one seat are told later as
    one, with all of them, where the first stood.
    """

    def templates(self) -> Iterator[str]:
        """All its sentences."""
        yield self.now
        for told in (self.past, self.own, *self.to.values()):
            yield from _several(told)
        yield from filter(None, (self.headline, self.asked, *self.asked_to.values()))

    def fields(self) -> dict[str, set[str]]:
        """The names of the data that it tells, each with the forms in which it does."""
        found: dict[str, set[str]] = {}
        for template in self.templates():
            for name, form in fields(template):
                found.setdefault(name, set()).add(form)
        for name in self.also:
            found.setdefault(name, set())
        for name in (*self.to, *self.asked_to):
            found.setdefault(name, set()).add(SEAT)
        return found

    def seats(self) -> set[str]:
        """The names of its data that are seats."""
        return {name for name, forms in self.fields().items() if forms & {*SEAT_FORMS}}

    def doer(self) -> str:
        """The name of the seat that did it; "" where nobody did."""
        names = [field.name for field in self._told() if field.form in SEAT_FORMS]
        return SEAT if SEAT in names else next(iter(names), "")

    def _told(self) -> Iterator[Field]:
        for template in (*_several(self.past), self.now):
            yield from fields(template)

    def to_reader(self, data: Data, reader: Seat) -> tuple[str, ...]:
        """The templates by which that reader is told of it later."""
        if reader:
            for name, told in self.to.items():
                if among(reader, data[name]):
                    return _several(told)
            if self.own is not None and data.get(self.doer()) == reader:
                return _several(self.own)
        return _several(self.past)


def among(seat: Seat, value: Any) -> bool:
    """Whether a seat is that value, or one of its seats."""
    return bool(value == seat if isinstance(value, str) else seat in (value or ()))


def _several(told: str | tuple[str, ...] | None) -> tuple[str, ...]:
    return tuple(filter(None, (told,) if isinstance(told, str) else told or ()))


class Book(msgspec.Struct, frozen=True):
    """All that a game tells, in one language."""

    rows: dict[str, Row]
    forms: dict[str, Form]
    stages: dict[str, str]
    """The stages of a turn as readers know them; the first, with which a turn begins, goes without
    saying in a letter.
    """
    language: Language
    names: dict[str, frozenset[str]]
    """The names of the data of each kind: all that its row tells, and nothing else."""

    def filled(self, template: str, data: Data, reader: Seat = "") -> str:
        """The template with the data in it, as the reader is told."""
        return filled(template, data, self.language, self.forms, reader)

    def now(self, kind: str, data: Data) -> str:
        """The sentence of an event as it happens; `LookupError` for a kind without a row, or other
        data than its row tells.
        """
        if data.keys() != self.names[kind]:
            raise LookupError(f"{kind} tells {sorted(self.names[kind])}, not {sorted(data)}")
        return capital(self.filled(self.rows[kind].now, data))


def book(language: Mapping[str, object], *games: Mapping[str, object]) -> Book:
    """What is told by these files as they are read; a later one's rows stand before an earlier's.
    `msgspec.ValidationError` for a file that does not say what it must, `ValueError` for a value of
    a name that is taken.
    """
    rows: dict[str, Row] = {}
    forms: dict[str, Form] = {}
    stages: dict[str, str] = {}
    for one in games:
        told = dict(one)
        forms |= msgspec.convert(told.pop("forms", {}), dict[str, Form])
        stages |= msgspec.convert(told.pop("stages", {}), dict[str, str])
        rows |= msgspec.convert(told, dict[str, Row])
    names = {kind: frozenset(row.fields()) for kind, row in rows.items()}
    for kind, told_by in names.items():
        if taken := told_by & TAKEN:
            raise ValueError(f"{kind}: no value can be called {' or '.join(sorted(taken))}")
    return Book(rows, forms, stages, msgspec.convert(language, Language), names)


@cache
def book_of(package: str, folder: str = "") -> Book:
    """What the game in a package tells; `folder`: a language, "" for English. A game without the
    file tells what happens in every game.
    """

    def file(there: str, name: str) -> dict[str, Any]:
        return tomllib.loads(printed(there, f"{folder}/{name}" if folder else name))

    own = [file(package, FILE)] if package not in ("", HOUSE) and has(package, FILE) else []
    return book(file(HOUSE, LANGUAGE), file(HOUSE, FILE), *own)
