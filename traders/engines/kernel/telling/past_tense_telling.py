"""What happened, as a letter tells it to one reader: in the past, without what matters to nobody
later, in one sentence what one seat did in a row.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.telling.rows import Book, Row, among
from traders.engines.kernel.telling.sentence_filling import SEAT, Data, Field, parts
from traders.engines.kernel.words import capital, sentence

MOST_WORDS = 20
"""Words of a sentence that several deeds share."""
_NUMBERED = re.compile(r" \(\d+\)")
"""The number of a place behind its name, which says nothing to a reader of letters."""


class Happened(NamedTuple):
    """What happened, as it was told then, with its kind and data; without them where it was told in
    words alone.
    """

    text: str
    kind: str = ""
    data: Data = {}


class _Deed(NamedTuple):
    """What somebody did, or where `who` is "", a sentence of its own."""

    who: str
    text: str
    row: Row | None
    thing: str = ""
    """The one thing that is told of it, at its end: Niven."""


def retold(
    book: Book, happened: Iterable[Happened], reader: Seat = "", left_out: Collection[int] = ()
) -> list[str]:
    """What happened, in order, as it is told to the reader later. What has no row stays as it is,
    without the numbers of places; those at the places `left_out` are not told.
    """
    told: list[_Deeds] = []
    for one in _gathered(book, [one for n, one in enumerate(happened) if n not in left_out]):
        for deed in _deeds(book, one, reader):
            last = told[-1] if told else None
            if last is not None and deed.row and deed.row.latest and last.row is deed.row:
                told[-1] = _Deeds(book, deed)
            elif last is not None and not deed.who and last.says(deed):
                continue
            elif last is not None and last.takes(deed):
                last.add(deed)
            else:
                told.append(_Deeds(book, deed))
    return [sentence(str(one)) for one in told]


def _gathered(book: Book, happened: Iterable[Happened]) -> Iterable[Happened]:
    """The same events, those that are told as one put together."""
    found: dict[object, Happened] = {}
    for n, one in enumerate(happened):
        row = book.rows.get(one.kind)
        if row is None or not row.gathered:
            found[n] = one
            continue
        key = (one.kind, one.data[row.doer()])
        first, name = found.setdefault(key, one), row.gathered
        if first is not one:
            things = Counter(dict(first.data[name])) + Counter(dict(one.data[name]))
            found[key] = first._replace(data={**first.data, name: [[*it] for it in things.items()]})
    return found.values()


def headline(book: Book, one: Happened, reader: Seat = "") -> str:
    """What happened in a few words, to that reader; "" where its row has none."""
    row = book.rows.get(one.kind)
    return capital(book.filled(row.headline, one.data, reader)) if row and row.headline else ""


def under_way(book: Book, one: Happened, reader: Seat = "") -> str:
    """What is under way, as its reader is asked about it."""
    row = book.rows.get(one.kind)
    if row is None:
        return one.text
    for name, told in row.asked_to.items():
        if reader and one.data[name] == reader:
            return _asked(book.filled(told, one.data, reader))
    return _asked(book.filled(row.asked or row.now, one.data))


def _asked(text: str) -> str:
    return sentence(without_numbers(capital(text)))


def tells_silence(book: Book, kind: str) -> bool:
    """Whether what is under way says what comes of a reader who does nothing."""
    return kind in book.rows and book.rows[kind].tells_silence


def concerns(book: Book, one: Happened, seat: Seat) -> bool:
    """Whether that seat is among those of whom it tells."""
    row = book.rows.get(one.kind)
    return row is not None and any(among(seat, one.data[name]) for name in row.seats())


def without_numbers(text: str) -> str:
    """The text without the numbers that stand behind the names of places."""
    return _NUMBERED.sub("", text)


def _deeds(book: Book, one: Happened, reader: Seat) -> Iterable[_Deed]:
    row = book.rows.get(one.kind)
    if row is None:
        yield _Deed("", without_numbers(one.text), None)
        return
    for template in row.to_reader(one.data, reader):
        name, deed = _doer_and_deed(template)
        seat = one.data.get(name)
        if not isinstance(seat, str):  # nobody, or several
            yield _Deed("", without_numbers(book.filled(template, one.data, reader)), row)
            continue
        text = without_numbers(book.filled(deed, one.data, reader))
        mine = seat == reader
        who = book.language.seat(seat, SEAT, reader)
        thing = without_numbers(book.filled(_last_thing(deed), one.data, reader))
        yield _Deed(who, book.language.deed_of_you(text) if mine else text, row, thing)


def _last_thing(deed: str) -> str:
    """The place with which a deed ends, where it has no other; "" else."""
    *before, last = parts(deed) or ("",)
    one = isinstance(last, Field) and all(isinstance(part, str) for part in before)
    return deed[deed.rindex("{") :] if one else ""


def _doer_and_deed(template: str) -> tuple[str, str]:
    """The name of the seat with which a template begins, and what stands behind it; "" and all of
    it where it begins with none.
    """
    first, *rest = parts(template)
    if isinstance(first, Field) and first.form == SEAT and rest and str(rest[0]).startswith(" "):
        return first.name, template.partition("} ")[2]
    return "", template


class _Deeds:
    """What one seat did in a row, each with how often in succession."""

    def __init__(self, book: Book, first: _Deed) -> None:
        self.book, self.who, self.row = book, first.who, first.row
        self.deeds = [(first, 1)]

    def says(self, deed: _Deed) -> bool:
        """Whether a sentence of its own says just that."""
        return not self.who and self.deeds[-1][0].text == deed.text

    def takes(self, deed: _Deed) -> bool:
        """Whether the deed goes into the same sentence."""
        same = self.deeds[-1][0].text == deed.text
        return (
            deed.who != ""
            and deed.who == self.who
            and (same or len(f"{self} {deed.text}".split()) < MOST_WORDS)
        )

    def add(self, deed: _Deed) -> None:
        """One deed more."""
        last, times = self.deeds[-1]
        if last.text == deed.text:
            self.deeds[-1] = (deed, times + 1)
        else:
            self.deeds.append((deed, 1))

    def __str__(self) -> str:
        language = self.book.language
        told = [self._alike(list(some)) for _, some in groupby(self.deeds, self._beginning)]
        return capital(f"{self.who} {language.listed(told, '')}".lstrip())

    def _beginning(self, deed: tuple[_Deed, int]) -> object:
        """What deeds have in common that are told with one verb."""
        one, n = deed
        return (one.text.removesuffix(one.thing), id(one.row)) if one.thing and n == 1 else id(one)

    def _alike(self, deeds: Sequence[tuple[_Deed, int]]) -> str:
        """Deeds with one verb: jumped to Oz, Niven and Mink; or one, and how often."""
        language, (first, n) = self.book.language, deeds[0]
        if len(deeds) > 1:
            things = language.listed([one.thing for one, _ in deeds], "")
            return f"{first.text.removesuffix(first.thing)}{things}"
        if n == 1:
            return first.text
        return (language.twice if n == 2 else language.often).format(deed=first.text, n=n)
