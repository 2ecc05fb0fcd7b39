"""The parts of orders: a line made plain, and the kinds of things named in it. Names no game.

Reading never raises anything but a `Refusal`, whatever the text, and its cost is bounded.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from traders.engines.kernel.grammar import similar_words
from traders.engines.kernel.grammar.parse_cache import remembered
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames

LONGEST = 1_000
"""Characters that an order may have."""
MOST_WORDS = 120
MOST_KEPT = 2_048
"""Lines, and names, whose plain form is remembered."""
MOST_NAMED_KEPT = 256
"""Texts of which a kind remembers what they name."""
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹘﹣－"), "-")
_QUOTES = dict.fromkeys(map(ord, "‘’‚‛′`´ʼ'\"“”„‟″«»‹›"), None)
_TIMES = {ord("×"): "x", ord("✕"): "x", ord("✖"): "x"}
LIST_MARK = re.compile(r"^\s*(?:[-*•·]|\(?\d{1,2}[.:)]|\(?[a-z]\))\s+", re.IGNORECASE)
"""A list's mark, number or letter at the beginning of a line."""
_TOKEN = re.compile(r"-\s*\d+|[^\W_]+|\S")
_SHOWN = re.compile(r'"([^"]+)"')


# --- the line -------------------------------------------------------------------------------------


def normal(text: str) -> str:
    """One line as it is compared: case folded, typography of phones made plain, blanks single,
    punctuation at the end and a list's mark or number at the beginning gone. Refuses what is longer
    than an order can be.
    """
    if len(text) > LONGEST:
        raise unreadable(
            f"An order has at most {LONGEST:,} characters; this line has {len(text):,}."
        )
    plain = unicodedata.normalize("NFKC", text).translate(_DASHES | _QUOTES | _TIMES).casefold()
    if not (plain.isascii() and plain.isprintable()):
        plain = "".join(
            c
            for c in plain
            if unicodedata.category(c) not in ("Cf", "Cc", "Cs", "Mn") or c.isspace()
        )
    plain = LIST_MARK.sub("", plain)
    return re.sub(r"\s+", " ", plain).strip().rstrip(".!;: ").strip()


def words_of(text: str) -> list[str]:
    """The words of a line: letters and digits together, a number's minus with it, a comma or
    another sign alone. Brackets and the hyphen inside a name tell nothing and fall away.
    """
    return list(_words(text))


@lru_cache(maxsize=MOST_KEPT)
def _words(text: str) -> tuple[str, ...]:
    plain = re.sub(r"(?<=\w)-(?=\w)|[()\[\]]|-(?!\s*\d)", " ", normal(text))
    words: list[str] = _TOKEN.findall(plain)
    if len(words) > MOST_WORDS:
        raise unreadable(f"An order has at most {MOST_WORDS} words.")
    return tuple(words)


def unreadable(text: str, instead: Iterable[str] = ()) -> Refusal:
    """The refusal of what cannot be read, with what it may have meant."""
    return Refusal(text, kind="unreadable", instead=tuple(instead))


def shown(text: str) -> str:
    """A piece of the player's own text in a refusal, cut where it is long."""
    text = " ".join(text.split())
    return f'"{text if len(text) <= 60 else text[:57] + "…"}"'


def as_typed(words: str, line: str) -> str:
    """The words of a refusal, with each piece of a player's line that they show as the line has it:
    it was read, and so shown, in plain form. A piece that was cut, or cannot be found in the line,
    stays as it is.
    """
    return _SHOWN.sub(lambda piece: shown(_typed(piece[1], line)), words)


def _typed(piece: str, line: str) -> str:
    """The first stretch of the line that is read as the piece is."""
    tokens = list(_TOKEN.finditer(line))
    try:
        wanted, plain = "".join(words_of(piece)), ["".join(words_of(token[0])) for token in tokens]
    except Refusal:
        return piece  # longer than an order can be
    for first, start in enumerate(plain):
        read = ""
        for last in range(first, len(tokens)) if start else ():
            read += plain[last]
            if read == wanted:
                typed = line[tokens[first].start() : tokens[last].end()]
                rest = line[tokens[last].end() :]
                closed = typed.count("(") > typed.count(")") and rest.startswith(")")
                return f"{typed})" if closed else typed
            if not wanted.startswith(read):
                break
    return piece


# --- kinds of things ------------------------------------------------------------------------------


class Kind(Protocol):
    """What a part `<field:kind>` of a pattern can be. `longest` is the number of words that it may
    have.
    """

    longest: int

    def read(self, text: str) -> Any: ...

    def write(self, value: Any) -> str: ...


class Names:
    """Things with names. An exact name comes before parts, the beginning of a word before what
    stands within one; a part that fits one thing only is enough. Two that fit are refused as
    ambiguous, none with the nearest names. Several names may stand for the same thing; the first is
    the one written; what has no name here is its own. Names in `whole` are understood whole alone,
    and never suggested.
    """

    def __init__(self, what: str, names: Mapping[str, Any], whole: Iterable[str] = ()) -> None:
        self.what = what
        self._whole = {_key(name) for name in whole}
        self._written: dict[Any, str] = {}
        self._exact: dict[str, Any] = {}
        for name, value in names.items():
            self._written.setdefault(value, name)
            self._exact[_key(name)] = value
        self.longest = max((len(key.split()) for key in self._exact), default=1) + 1
        self._remembered = remembered(self._read, MOST_NAMED_KEPT)

    def called(self, names: SeatNames) -> Names:
        """The same things where the game's players have these names: a kind whose things are named
        after seats knows more of them then.
        """
        return self

    def among(self, things: Container[Any]) -> Names:
        """The names of these things alone."""
        known = {**{name: thing for thing, name in self._written.items()}, **self._exact}
        return type(self)(self.what, {n: one for n, one in known.items() if one in things})

    def exact(self) -> frozenset[str]:
        """Every name in full, as it is compared."""
        return frozenset(self._exact)

    def read(self, text: str) -> Any:
        return self._remembered(text)

    def _read(self, text: str) -> Any:
        key = _key(text)
        squeezed = key.replace(" ", "")
        strange = not squeezed or re.search(r"[^\w\s()'’-]|_", text)
        if key in self._exact and not strange:
            return self._exact[key]
        found: dict[Any, str] = {}
        for fits in () if strange else (_same, _begins, _within):
            found = found or {
                value: name
                for name, value in self._exact.items()
                if name not in self._whole and fits(key, name)
            }
        if len(found) == 1:
            return next(iter(found))
        if found:
            names = sorted(self._written[value] for value in found)
            some = ", ".join(names[:8]) + ("" if len(names) <= 8 else " …")
            raise Refusal(
                f"{shown(text)} fits more than one {self.what}: {some}.",
                kind="ambiguous",
                instead=names[:8],
            )
        near = self.nearest(key)
        hint = f" Did you mean {' or '.join(near)}?" if near else ""
        raise unreadable(f"There is no {self.what} {shown(text)}.{hint}", near)

    def nearest(self, text: str) -> list[str]:
        """Names that look like the text, nearest first."""
        parts = [key for key in self._exact if key not in self._whole]
        near = similar_words.nearest(_key(text), parts, 5) or [
            key for key in self._exact if key not in self._whole and _holds(_key(text), key)
        ]
        return list(dict.fromkeys(self._written[self._exact[key]] for key in near))[:3]

    @property
    def names(self) -> list[str]:
        """The names as they are written."""
        return list(self._written.values())

    def write(self, value: Any) -> str:
        return str(self._written.get(value, value)).casefold()


class Seats(Names):
    """Seats, by colour and by the names that a game keeps for its players. A colour comes before a
    name, an exact name before the beginning of a colour, and that before a name's or its words'
    beginning; so a name takes no colour's place (ORDERS.md, "Names").
    """

    def __init__(self, colours: Mapping[str, Seat], names: SeatNames = NO_NAMES) -> None:
        super().__init__("seat", colours)
        self._players = {name_key(name): seat for name, seat in names.items()}
        self._as_written = {name_key(name): name for name in names}
        self.longest = max(self.longest, *(2 * len(key.split()) + 1 for key in self._players), 0)

    def called(self, names: SeatNames) -> Seats:
        """The same seats, by these names too; a name that is a colour already, or another seat's,
        is left out.
        """
        known = set(self._exact.values())
        return Seats(
            self._exact,
            {
                name: seat
                for name, seat in names.items()
                if seat in known and name_key(name) not in self._exact
            },
        )

    def _read(self, text: str) -> Seat:
        key = _key(text)
        for known in (self._exact, self._players):
            if key in known:
                return str(known[key])
        for known in (self._exact, self._players):
            found = {seat: name for name, seat in known.items() if key and _shortens(key, name)}
            if len(found) == 1:
                return str(next(iter(found)))
            if found:
                fits = ", ".join(self._as_written.get(name, name) for name in found.values())
                raise Refusal(
                    f"{shown(text)} fits more than one seat: {fits}.",
                    kind="ambiguous",
                    instead=list(found),
                )
        near = similar_words.nearest(key, [*self._exact, *self._players], 3)
        instead = list(dict.fromkeys(self._as_written.get(name, name) for name in near))
        raise unreadable(
            f"There is no seat {shown(text)}."
            + (f" Did you mean {' or '.join(instead)}?" if instead else ""),
            instead,
        )


def _shortens(part: str, name: str) -> bool:
    """Whether the text is a name's beginning, or one word and the beginning of any of its words.
    Beginnings of several words are not enough: `g at verne` would be short for Gina Atkins Vernet.
    """
    return name.startswith(part) or (
        " " not in part and any(word.startswith(part) for word in name.split())
    )


def name_key(name: str) -> str:
    """A player's name as it stands in a line that is read."""
    return _key(" ".join(words_of(name)))


@lru_cache(maxsize=MOST_KEPT)
def _key(name: str) -> str:
    return " ".join(
        re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", name).translate(_QUOTES).casefold())
    )


def _same(part: str, name: str) -> bool:
    return part.replace(" ", "") == name.replace(" ", "")


def _begins(part: str, name: str) -> bool:
    """Whether the text is beginnings of words of the name, in their order."""
    words = iter(name.split())
    return not part.isdigit() and all(
        any(word.startswith(piece) for word in words) for piece in part.split()
    )


def _holds(text: str, name: str) -> bool:
    """Whether the name stands among the words of the text."""
    return f" {name} " in f" {text} "


_POINTERS = frozenset(("it", "he", "she", "him", "her", "one", "them", "em", "me", "us"))
"""What points at something, and is no part of a name: `load em`."""


def _within(part: str, name: str) -> bool:
    """The blanks of a part may be wanting or too many; what stands in no word of the name, only
    across two, is no part of it.
    """
    if part.isdigit() or part in _POINTERS:
        return False
    if part in name:
        return True
    squeezed = part.replace(" ", "")
    return any(squeezed in word for word in name.split()) or (
        (" " in part or len(squeezed) > 5) and squeezed in name.replace(" ", "")
    )


class Number:
    """A whole number from `least`, in digits or, up to ten, in words."""

    longest = 1
    IN_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

    def __init__(self, least: int = 0) -> None:
        self.least = least

    def read(self, text: str) -> int:
        number = -1
        if text in self.IN_WORDS[1:]:
            number = self.IN_WORDS.index(text)
        elif re.fullmatch(r"[0-9]{1,7}", text):
            number = int(text)
        if number < self.least:
            raise unreadable(
                f"{shown(text)} is no whole number{f' from {self.least}' if self.least else ''}."
            )
        return number

    def write(self, value: int) -> str:
        return str(value)


class Times:
    """How many of them: `x2`, `2x`, `twice`."""

    longest = 2

    def read(self, text: str) -> int:
        if text == "twice":
            return 2
        found = re.fullmatch(r"x ?([1-9][0-9]?)|([1-9][0-9]?) ?x", text)
        if found:
            return int(found[1] or found[2])
        raise unreadable(f"{shown(text)} is not written as x2.")

    def write(self, value: int) -> str:
        return f"x{value}"


class OneOf:
    """One of a few words, read as it stands."""

    longest = 1

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words

    def read(self, text: str) -> str:
        if text in self.words:
            return text
        raise unreadable(f"{shown(text)} should be {' or '.join(self.words)}.", self.words)

    def write(self, value: str) -> str:
        return value


class Several:
    """Things of one kind joined by `and` or commas, as a tuple in the order said."""

    def __init__(self, kind: Kind, most: int = 12) -> None:
        self.kind = kind
        self.most = most
        self.longest = most * (kind.longest + 1)

    def read(self, text: str) -> tuple[Any, ...]:
        pieces = [piece.strip() for piece in re.split(r"\s*,\s*(?:and\b)?|\band\b", text)]
        if len(pieces) > self.most or not all(pieces):
            raise unreadable(f"{shown(text)} is no list of at most {self.most}.")
        return tuple(self.kind.read(piece) for piece in pieces)

    def write(self, value: tuple[Any, ...]) -> str:
        return " and ".join(self.kind.write(thing) for thing in value)
