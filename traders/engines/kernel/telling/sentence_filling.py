"""Templates of sentences, and data put into them.

`{name}` stands for a value of the data, `{name:form}` for the value in one of a game's forms or in
one of `SEAT_FORMS`; what stands in `[ ]` is left out where one of its values is not there. A value
is plain JSON: a word, a number, a list of words, a list of pairs (`["ore", 3]`: what, and how many
of it), or a list of tables, of which a form has the words for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from traders.engines.kernel.seats import Seat

SEAT = "seat"
"""The form of a seat, and the name of who did it: where that stands in a template it has the form
without saying so.
"""
SEAT_FORMS = (SEAT, "whose", "named")
"""A seat, which is *you* to itself; as the owner of what follows; by its name to itself too."""
_MARK = re.compile(r"\{(\w+)(?::(\w+))?\}|(\[)|(\])")

Data = Mapping[str, Any]


class Field(NamedTuple):
    """A place for a value of the data."""

    name: str
    form: str


class Optional(NamedTuple):
    """What is left out where one of its values is not there."""

    parts: tuple[Part, ...]


Part = str | Field | Optional


@cache
def parts(template: str) -> tuple[Part, ...]:
    """A template in its parts; `ValueError` where a bracket is not closed, or stands in another."""
    found: list[Part] = []
    inner: list[Part] | None = None
    at = 0
    for mark in _MARK.finditer(template):
        into = found if inner is None else inner
        if mark.start() > at:
            into.append(template[at : mark.start()])
        at = mark.end()
        if mark[1]:
            into.append(Field(mark[1], mark[2] or (SEAT if mark[1] == SEAT else "")))
        elif (mark[3] is not None) != (inner is None):
            raise ValueError(f"a bracket in {template!r} has no other")
        elif inner is None:
            inner = []
        else:
            found.append(Optional(tuple(inner)))
            inner = None
    if inner is not None:
        raise ValueError(f"a bracket in {template!r} has no other")
    return (*found, *([template[at:]] if at < len(template) else []))


def fields(template: str) -> Iterator[Field]:
    """The places of a template, in order, those in brackets too."""
    for part in parts(template):
        if isinstance(part, Field):
            yield part
        elif isinstance(part, Optional):
            yield from (one for one in part.parts if isinstance(one, Field))


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a kind of value is put into words. A number `{n}` has `one` or `many`; of a list each
    thing has them, by its number, with `{name}` and `{n}` of a pair, or all that a table holds.
    """

    one: str = ""
    many: str = ""
    none: str = ""
    """Told of an empty list, where a language's "nothing" will not do."""
    words: dict[str, str] = {}
    """Values that have words of their own; all others are told as they are."""
    least: int | None = None
    less: str = ""
    """What a number below `least` is told as."""
    between: str = ""
    """Between the things of a list, where it is not told as the language does."""


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a language has for all games: `language.toml`."""

    between: str
    """Between the things of a list, as `, `."""
    last: str
    """Before the last of them, as ` and `."""
    nothing: str
    nobody: str
    you: str
    """The reader, among what others did; a sentence begins with a capital letter anyway."""
    your: str
    whose: str
    """`{seat}` as the owner of what follows."""
    twice: str
    """A `{deed}` that is told twice in a row; `often`: `{n}` times."""
    often: str
    seats: dict[str, str]
    verbs_of_you: dict[str, str] = {}
    """First words of deeds that change where the reader did them, as `was`."""

    def listed(self, things: Sequence[str], none: str) -> str:
        """Several things in a row; `none` for none."""
        if not things:
            return none
        rest, last = self.between.join(things[:-1]), things[-1]
        return f"{rest}{self.last}{last}" if rest else last

    def seat(self, seat: Seat, form: str, reader: Seat = "") -> str:
        """A seat as the reader is told of it."""
        if reader and seat == reader and form != "named":
            return self.you if form == SEAT else self.your
        name = self.seats.get(seat, seat.capitalize())
        return self.whose.format(seat=name) if form == "whose" else name

    def deed_of_you(self, deed: str) -> str:
        """A deed of the reader's: `were paid`, where Blue `was paid`."""
        verb, blank, rest = deed.partition(" ")
        return f"{self.verbs_of_you.get(verb, verb)}{blank}{rest}"


def filled(
    template: str, data: Data, language: Language, forms: Mapping[str, Form], reader: Seat = ""
) -> str:
    """The template with the data in it, as the reader is told; `LookupError` where the data lack
    one of its values outside brackets, or a form is not there.
    """
    return _filled(parts(template), data, language, forms, reader)


def _filled(
    pieces: Sequence[Part],
    data: Data,
    language: Language,
    forms: Mapping[str, Form],
    reader: Seat,
) -> str:
    told = []
    for part in pieces:
        if isinstance(part, str):
            told.append(part)
        elif isinstance(part, Field):
            told.append(_shown(data[part.name], part.form, language, forms, reader))
        elif not any(_missing(data, one) for one in part.parts):
            told.append(_filled(part.parts, data, language, forms, reader))
    return "".join(told)


def _missing(data: Data, part: Part) -> bool:
    return isinstance(part, Field) and data.get(part.name) in (None, "", [], ())


def _shown(
    value: Any, form: str, language: Language, forms: Mapping[str, Form], reader: Seat
) -> str:
    if form in SEAT_FORMS:
        if isinstance(value, str):
            return language.seat(value, form, reader)
        return language.listed([language.seat(one, form, reader) for one in value], language.nobody)
    has = forms[form] if form else _PLAIN
    if isinstance(value, list | tuple):
        things = [_thing(one, has, language, forms, reader) for one in value]
        if has.between and things:
            return has.between.join(things)
        return language.listed(things, has.none or language.nothing)
    return _thing(value, has, language, forms, reader)


_PLAIN = Form()


def _thing(
    value: object, form: Form, language: Language, forms: Mapping[str, Form], reader: Seat
) -> str:
    """One value, or one of a list, in its form."""
    if isinstance(value, list | tuple):
        value = {"name": value[0], "n": value[1]}
    elif isinstance(value, int) and not isinstance(value, bool):
        if form.least is not None and value < form.least:
            return form.less
        if (form.one or form.many) and str(value) not in form.words:
            value = {"n": value}
    if isinstance(value, dict):
        template = form.one if value.get("n") == 1 and form.one else form.many or form.one
        return _filled(parts(template), value, language, forms, reader)
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return form.words.get(text, text)
