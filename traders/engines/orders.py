"""Reading and writing orders: lines, names, near misses, forms declared as patterns. Names no game.

An engine declares each order once, as a `Form`: `Form(Jump, "jump <to:world> [<kind:regular|station>]")` reads the line into the struct
and writes the struct back as the line. Conditions of standing orders are made of the same forms (`conditions.py`).

In a pattern a bare word stands for itself, `<field:kind>` for a thing of a kind that the engine declares (`<world>` is short for
`<world:world>`), `<field:this|that>` for one of these words, `[…]` for what may be left out; neighbouring `[…]` may be said in any order.
Reading never raises anything but a `Refusal`, whatever the text, and its cost is bounded.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Protocol

import msgspec
from rapidfuzz import fuzz, process

from traders.engines.contract import Refusal

LONGEST = 1_000
"""Characters that an order may have."""
MOST_WORDS = 120
MOST_READINGS = 500
"""Ways of dividing a line among the parts of a form that are looked at."""

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹘﹣－"), "-")
_QUOTES = dict.fromkeys(map(ord, "‘’‚‛′`´ʼ'\"“”„‟″«»‹›"), None)
_TIMES = {ord("×"): "x", ord("✕"): "x", ord("✖"): "x"}
_TOKEN = re.compile(r"-\s*\d+|[^\W_]+|\S")


# --- the line ----------------------------------------------------------------------------------------------------------------------


def normal(text: str) -> str:
    """One line as it is compared: case folded, typography of phones made plain, blanks single, punctuation at the end and the mark of a
    list at the beginning gone. Refuses what is longer than an order can be."""
    if len(text) > LONGEST:
        raise unreadable(f"An order has at most {LONGEST:,} characters; this line has {len(text):,}.")
    plain = unicodedata.normalize("NFKC", text).translate(_DASHES | _QUOTES | _TIMES).casefold()
    if not (plain.isascii() and plain.isprintable()):
        plain = "".join(c for c in plain if unicodedata.category(c) not in ("Cf", "Cc", "Cs", "Mn") or c.isspace())
    plain = re.sub(r"^\s*[-*•·]\s+", "", plain)
    return re.sub(r"\s+", " ", plain).strip().rstrip(".!;: ").strip()


def words_of(text: str) -> list[str]:
    """The words of a line: letters and digits together, a number's minus with it, a comma or another sign alone. Brackets and the hyphen
    inside a name tell nothing and fall away."""
    plain = re.sub(r"(?<=\w)-(?=\w)|[()\[\]]|-(?!\s*\d)", " ", normal(text))
    words: list[str] = _TOKEN.findall(plain)
    if len(words) > MOST_WORDS:
        raise unreadable(f"An order has at most {MOST_WORDS} words.")
    return words


def unreadable(text: str, instead: Iterable[str] = ()) -> Refusal:
    """The refusal of what cannot be read, with what it may have meant."""
    return Refusal(text, kind="unreadable", instead=tuple(instead))


def shown(text: str) -> str:
    """A piece of the player's own text in a refusal, cut where it is long."""
    text = " ".join(text.split())
    return f'"{text if len(text) <= 60 else text[:57] + "…"}"'


# --- kinds of things ---------------------------------------------------------------------------------------------------------------


class Kind(Protocol):
    """What a part `<field:kind>` of a pattern can be. `longest` is the number of words that it may have."""

    longest: int

    def read(self, text: str) -> Any: ...

    def write(self, value: Any) -> str: ...


class Names:
    """Things with names. An exact name comes before parts, the beginning of a word before what stands within one; a part that fits one thing
    only is enough. Two that fit are refused as ambiguous, none with the nearest names. Several names may stand for the same thing; the
    first is the one written."""

    def __init__(self, what: str, names: Mapping[str, Any]) -> None:
        self.what = what
        self._written: dict[Any, str] = {}
        self._exact: dict[str, Any] = {}
        for name, value in names.items():
            self._written.setdefault(value, name)
            self._exact[_key(name)] = value
        self.longest = max((len(key.split()) for key in self._exact), default=1) + 1

    def read(self, text: str) -> Any:
        key = _key(text)
        squeezed = key.replace(" ", "")
        strange = not squeezed or re.search(r"[^\w\s()'’-]|_", text)
        if key in self._exact and not strange:
            return self._exact[key]
        found: dict[Any, str] = {}
        for fits in () if strange else (_same, _begins, _within):
            found = found or {value: name for name, value in self._exact.items() if fits(key, name)}
        if len(found) == 1:
            return next(iter(found))
        if found:
            names = sorted(self._written[value] for value in found)
            some = ", ".join(names[:8]) + ("" if len(names) <= 8 else " …")
            raise Refusal(f"{shown(text)} fits more than one {self.what}: {some}.", kind="ambiguous", instead=names[:8])
        near = self.nearest(key)
        hint = f" Did you mean {' or '.join(near)}?" if near else ""
        raise unreadable(f"There is no {self.what} {shown(text)}.{hint}", near)

    def nearest(self, text: str) -> list[str]:
        """Names that look like the text, nearest first."""
        close = process.extract(_key(text), list(self._exact), scorer=fuzz.ratio, limit=5, score_cutoff=60)
        return list(dict.fromkeys(self._written[self._exact[key]] for key, _, _ in close))[:3]

    def write(self, value: Any) -> str:
        return self._written[value].casefold()


def _key(name: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", name).translate(_QUOTES).casefold()))


def _same(part: str, name: str) -> bool:
    return part.replace(" ", "") == name.replace(" ", "")


def _begins(part: str, name: str) -> bool:
    """Whether the text is beginnings of words of the name, in their order."""
    words = iter(name.split())
    return not part.isdigit() and all(any(word.startswith(piece) for word in words) for piece in part.split())


def _within(part: str, name: str) -> bool:
    return not part.isdigit() and (part in name or part.replace(" ", "") in name.replace(" ", ""))


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
            raise unreadable(f"{shown(text)} is no whole number{f' from {self.least}' if self.least else ''}.")
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


class Words:
    """Any few words, kept as they are read: where what can be said depends on the position."""

    def __init__(self, longest: int = 8) -> None:
        self.longest = longest

    def read(self, text: str) -> str:
        return text

    def write(self, value: str) -> str:
        return value


# --- forms -------------------------------------------------------------------------------------------------------------------------


class _Slot(msgspec.Struct, frozen=True):
    field: str
    kind: str


class _May(msgspec.Struct, frozen=True):
    """Parts that may be left out, in any order."""

    parts: tuple[tuple[Any, ...], ...]


_PIECE = re.compile(r"\[|\]|<[^>]*>|[^\s\[\]<>]+")


def _compiled(pattern: str) -> tuple[Any, ...]:
    stack: list[list[Any]] = [[]]
    for piece in _PIECE.findall(pattern):
        if piece == "[":
            stack.append([])
        elif piece == "]":
            part = tuple(stack.pop())
            before = stack[-1][-1] if stack[-1] else None
            if isinstance(before, _May):
                stack[-1][-1] = _May((*before.parts, part))
            else:
                stack[-1].append(_May((part,)))
        elif piece.startswith("<"):
            field, _, kind = piece[1:-1].partition(":")
            stack[-1].append(_Slot(field, kind or field))
        else:
            stack[-1].append(piece)
    return tuple(stack[0])


class Form:
    """One way of saying an order. `fixed` are fields that the form gives by itself."""

    def __init__(self, struct: type[msgspec.Struct], pattern: str, **fixed: Any) -> None:
        self.struct = struct
        self.parts = _compiled(pattern)
        self.fixed = fixed
        self.usage = re.sub(r"<[^:>]*:([^>]*\|[^>]*)>", r"\1", re.sub(r"<[^:>]*:([^|>]*)>", r"<\1>", pattern))
        self.verb = self.parts[0] if isinstance(self.parts[0], str) else ""
        defaults = {f.name: f.default for f in msgspec.structs.fields(struct)}
        self.defaults = {name: value for name, value in defaults.items() if value is not msgspec.NODEFAULT}
        self.slots = {slot.field for slot in _slots(self.parts)}
        self.needed = {slot.field for slot in self.parts if isinstance(slot, _Slot)}

    def fits(self, order: msgspec.Struct) -> bool:
        """Whether the order can be written in this form."""
        for field in order.__struct_fields__:
            value, has_default = getattr(order, field), field in self.defaults
            unsaid = has_default and value == self.defaults[field]
            if field in self.fixed:
                right = value == self.fixed[field]
            elif field in self.needed:
                right = not unsaid
            else:
                right = unsaid or field in self.slots
            if not right:
                return False
        return True


def _slots(parts: tuple[Any, ...]) -> Iterator[_Slot]:
    for part in parts:
        if isinstance(part, _Slot):
            yield part
        elif isinstance(part, _May):
            for inner in part.parts:
                yield from _slots(inner)


class Grammar:
    """The forms of an engine's orders, and the kinds of things that occur in them."""

    def __init__(self, forms: Sequence[Form], kinds: Mapping[str, Kind]) -> None:
        self.forms = tuple(forms)
        self.kinds: dict[str, Kind] = {"n": Number(), "some": Number(1), "times": Times(), **kinds}
        for form in forms:
            for slot in _slots(form.parts):
                if slot.kind not in self.kinds:
                    if "|" not in slot.kind:
                        raise ValueError(f"{form.usage}: no kind {slot.kind}")
                    self.kinds[slot.kind] = OneOf(slot.kind.split("|"))
        self.verbs = tuple(dict.fromkeys(form.verb for form in forms if form.verb))

    # --- reading -----------------------------------------------------------------------------------------------------------------

    def read(self, text: str) -> Any:
        """The order in a line; `Refusal` of kind unreadable or ambiguous."""
        words = words_of(text)
        if not words:
            raise unreadable("There is no order in this line.")
        failed: list[tuple[int, Refusal]] = []
        for form in self.forms:
            if form.verb in ("", words[0]):
                order = self._read_as(form, words, failed)
                if order is not None:
                    return order
        if failed:
            raise min(failed, key=lambda f: f[0])[1]
        raise self._not_understood(text, words)

    def _read_as(self, form: Form, words: list[str], failed: list[tuple[int, Refusal]]) -> Any:
        for spans in islice(_divisions(form.parts, words, 0, self.kinds), MOST_READINGS):
            values, wrong = dict(form.fixed), list[Refusal]()
            for slot, text in spans:
                try:
                    values[slot.field] = self.kinds[slot.kind].read(text)
                except Refusal as refusal:
                    wrong.append(refusal)
            if not wrong:
                return form.struct(**values)
            # Of readings that fail, the one with the fewest wrong parts speaks; among these what gives each part the fewest words.
            failed.append((len(wrong) * 1_000 + max(len(text.split()) for _, text in spans), wrong[0]))
        return None

    def _not_understood(self, text: str, words: list[str]) -> Refusal:
        usages = [form.usage for form in self.forms if form.verb == words[0]]
        if usages:
            return unreadable(f"{shown(text)} is not understood. It is written: {' · '.join(usages)}", usages)
        near = process.extract(words[0], self.verbs, scorer=fuzz.ratio, limit=3, score_cutoff=60)
        usages = list(dict.fromkeys(form.usage for verb, _, _ in near for form in self.forms if form.verb == verb))[:4]
        hint = f" Did you mean: {' · '.join(usages)}" if usages else ""
        return unreadable(f"{shown(text)} is no order.{hint}", usages)

    # --- writing -----------------------------------------------------------------------------------------------------------------

    def write(self, order: msgspec.Struct) -> str:
        """The order as the history keeps it: `read(write(order)) == order`."""
        for form in self.forms:
            if form.struct is type(order) and form.fits(order):
                return " ".join(self._written(form, form.parts, order))
        raise ValueError(f"no form writes {order!r}")

    def _written(self, form: Form, parts: tuple[Any, ...], order: msgspec.Struct) -> Iterator[str]:
        for part in parts:
            if isinstance(part, str):
                yield part
            elif isinstance(part, _Slot):
                yield self.kinds[part.kind].write(getattr(order, part.field))
            else:
                for inner in part.parts:
                    if any(getattr(order, slot.field) != form.defaults.get(slot.field) for slot in _slots(inner)):
                        yield from self._written(form, inner, order)


Spans = tuple[tuple[_Slot, str], ...]
Continue = Callable[[int], Iterator[Spans]]


def _divisions(parts: tuple[Any, ...], words: list[str], at: int, kinds: Mapping[str, Kind]) -> Iterator[Spans]:
    """All ways in which the words from `at` to the end are the parts; what gives the first parts the most words comes first."""

    def rest(place: int, start: int, then: Continue, row: tuple[Any, ...]) -> Iterator[Spans]:
        if place == len(row):
            yield from then(start)
            return
        part = row[place]
        if isinstance(part, str):
            if start < len(words) and words[start] == part:
                yield from rest(place + 1, start + 1, then, row)
        elif isinstance(part, _Slot):
            for end in range(min(len(words), start + kinds[part.kind].longest), start, -1):
                text = " ".join(words[start:end])
                for found in rest(place + 1, end, then, row):
                    yield ((part, text), *found)
        else:
            yield from options(part.parts, start, lambda end: rest(place + 1, end, then, row))

    def options(left: tuple[tuple[Any, ...], ...], start: int, then: Continue) -> Iterator[Spans]:
        for i, inner in enumerate(left):
            others = left[:i] + left[i + 1 :]
            yield from rest(0, start, lambda end, others=others: options(others, end, then), inner)  # type: ignore[misc]
        yield from then(start)

    def finish(end: int) -> Iterator[Spans]:
        if end == len(words):
            yield ()

    return rest(0, at, finish, parts)
