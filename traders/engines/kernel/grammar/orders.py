"""Reading and writing orders: lines, names, near misses, forms declared as patterns. Names no game.

An engine declares each order once, as a `Form`: `Form(Jump, "jump <to:world>
[<kind:regular|station>]")` reads the line into the struct and writes the struct back as the line.
Conditions of standing orders are made of the same forms (`boolean_conditions.py`).

In a pattern a bare word stands for itself, `<field:kind>` for a thing of a kind that the engine
declares (`<world>` is short for `<world:world>`), `<field:this|that>` for one of these words, `[…]`
for what may be left out; neighbouring `[…]` may be said in any order. Reading never raises anything
but a `Refusal`, whatever the text, and its cost is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec

from traders.engines.kernel.grammar import similar_words
from traders.engines.kernel.grammar.order_parts import (
    Kind,
    Names,
    Number,
    OneOf,
    Seats,
    Times,
    shown,
    unreadable,
    words_of,
)
from traders.engines.kernel.grammar.parse_cache import remembered
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import NO_NAMES, SeatNames

MOST_READINGS = 500
"""Ways of dividing a line among the parts of a form that are looked at."""
MOST_LINES_KEPT = 512
"""Lines whose reading a grammar remembers: the same few are read again and again, for what is
offered, tried and refused.
"""
MOST_GAMES_KEPT = 16
"""Games whose players' names a grammar remembers, with fewer lines each."""
MOST_LINES_OF_A_GAME = 64


# --- forms ----------------------------------------------------------------------------------------


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
        self.usage = re.sub(
            r"<[^:>]*:([^>]*\|[^>]*)>", r"\1", re.sub(r"<[^:>]*:([^|>]*)>", r"<\1>", pattern)
        )
        self.verb = self.parts[0] if isinstance(self.parts[0], str) else ""
        defaults = {f.name: f.default for f in msgspec.structs.fields(struct)}
        self.defaults = {
            name: value for name, value in defaults.items() if value is not msgspec.NODEFAULT
        }
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


def _leaves(parts: tuple[Any, ...]) -> Iterator[str | _Slot]:
    """Words and slots, with those that may be left out."""
    for part in parts:
        if isinstance(part, _May):
            for inner in part.parts:
                yield from _leaves(inner)
        else:
            yield part


def _slots(parts: tuple[object, ...]) -> Iterator[_Slot]:
    return (leaf for leaf in _leaves(parts) if isinstance(leaf, _Slot))


def _literals(parts: tuple[object, ...]) -> Iterator[str]:
    return (leaf for leaf in _leaves(parts) if isinstance(leaf, str))


class Grammar:
    """The forms of an engine's orders, and the kinds of things that occur in them. `of`: what its
    lines are, where they are no orders.
    """

    def __init__(
        self, forms: Sequence[Form], kinds: Mapping[str, Kind], *, of: str = "order"
    ) -> None:
        self.forms = tuple(forms)
        self.of = of
        self.kinds: dict[str, Kind] = {"n": Number(), "some": Number(1), "times": Times(), **kinds}
        for form in forms:
            for slot in _slots(form.parts):
                if slot.kind not in self.kinds:
                    if "|" not in slot.kind:
                        raise ValueError(f"{form.usage}: no kind {slot.kind}")
                    self.kinds[slot.kind] = OneOf(slot.kind.split("|"))
        self.verbs = tuple(dict.fromkeys(form.verb for form in forms if form.verb))
        self._remembered = remembered(self._read, MOST_LINES_KEPT)
        self._of_game = lru_cache(maxsize=MOST_GAMES_KEPT)(self._called)

    # --- reading ----------------------------------------------------------------------------------

    def read(self, text: str, names: SeatNames = NO_NAMES) -> Any:
        """The order in a line, with seats by colour or by one of `names`; `Refusal` of kind
        unreadable or ambiguous.
        """
        grammar = self._of_game(tuple(names.items())) if names else self
        return grammar._remembered(text)

    def _read(self, text: str) -> Any:
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

    def _called(self, names: tuple[tuple[str, str], ...]) -> Grammar:
        """The same language where the game's players have these names."""
        found = copy(self)
        found.kinds = {
            name: kind.called(dict(names)) if isinstance(kind, Names) else kind
            for name, kind in self.kinds.items()
        }
        found._remembered = remembered(found._read, MOST_LINES_OF_A_GAME)
        return found

    def _read_as(self, form: Form, words: list[str], failed: list[tuple[int, Refusal]]) -> Any:
        for spans in islice(_divisions(form.parts, words, 0, self.kinds), MOST_READINGS):
            values, wrong, wordy = dict(form.fixed), list[Refusal](), False
            for slot, text in spans:
                kind = self.kinds[slot.kind]
                try:
                    values[slot.field] = kind.read(text)
                except Refusal as refusal:
                    wrong.append(refusal)
                    wordy = wordy or (isinstance(kind, Number) and text.isalpha())
            if not wrong:
                return form.struct(**values)
            # Of readings that fail, the one with the fewest wrong parts speaks; among these one
            # that takes no word for a number, then what gives each part the fewest words.
            failed.append(
                (
                    len(wrong) * 1_000 + wordy * 500 + max(len(text.split()) for _, text in spans),
                    wrong[0],
                )
            )
        return None

    def _not_understood(self, text: str, words: list[str]) -> Refusal:
        usages = _plainly(form for form in self.forms if form.verb == words[0])
        if usages and len(words[0]) > 1:
            return unreadable(
                f"{shown(text)} is not understood. It is written: {' · '.join(usages)}", usages
            )
        near = similar_words.mistyped(words[0], self.verbs, 3) if len(words[0]) > 2 else []
        for verb in near:
            meant = " ".join([verb, *words[1:]])
            with suppress(Refusal):
                self._read(meant)
                guess = f"Did you mean `{meant}`?"
                return unreadable(f"{shown(text)} is no {self.of}. {guess}", [meant])
        usages = _plainly(form for verb in near for form in self.forms if form.verb == verb)
        hint = f" Did you mean: {' · '.join(usages)}" if usages else ""
        if not usages and self.of != "order":
            firsts = {form.struct: form for form in reversed(self.forms)}
            some = _plainly(form for form in self.forms if firsts[form.struct] is form)
            hint = f" One is, for instance: {' · '.join(some)}"
        return unreadable(f"{shown(text)} is no {self.of}.{hint}", usages)

    # --- what its words are -----------------------------------------------------------------------

    def literals(self) -> frozenset[str]:
        """Every word that stands for itself in a form, or is one of a few, or joins names."""
        words = {word for form in self.forms for word in _literals(form.parts)}
        return frozenset(words.union(*(getattr(kind, "words", ()) for kind in self.kinds.values())))

    def beside_seats(self) -> frozenset[str]:
        """The words that stand for themselves in forms in which a seat is named."""
        with_seats = [
            form
            for form in self.forms
            if any(isinstance(self.kinds[slot.kind], Seats) for slot in _slots(form.parts))
        ]
        return frozenset(word for form in with_seats for word in _literals(form.parts))

    # --- writing ----------------------------------------------------------------------------------

    def write(self, order: msgspec.Struct) -> str:
        """The order as the history keeps it: `read(write(order)) == order`. A comma or colon stands
        with the word before it.
        """
        for form in self.forms:
            if form.struct is type(order) and form.fits(order):
                line = " ".join(self._written(form, form.parts, order))
                return line.replace(" :", ":").replace(" ,", ",")
        raise ValueError(f"no form writes {order!r}")

    def _written(self, form: Form, parts: tuple[Any, ...], order: msgspec.Struct) -> Iterator[str]:
        for part in parts:
            if isinstance(part, str):
                yield part
            elif isinstance(part, _Slot):
                yield self.kinds[part.kind].write(getattr(order, part.field))
            else:
                for inner in part.parts:
                    if any(
                        getattr(order, slot.field) != form.defaults.get(slot.field)
                        for slot in _slots(inner)
                    ):
                        yield from self._written(form, inner, order)


def _plainly(forms: Iterable[Form]) -> list[str]:
    """Forms as people read them, each once: without what may be left out, with one of a few
    words.
    """
    found = []
    for form in forms:
        usage = form.usage
        while (shorter := re.sub(r"\s*\[[^\[\]]*\]", "", usage)) != usage:
            usage = shorter
        numbered = re.sub(r"<(?:some|times)>", "<n>", usage)
        found.append(re.sub(r"\b(\w+)(?:\|\w+)+", r"\1", numbered).strip())
    return list(dict.fromkeys(found))[:4]


Spans = tuple[tuple[_Slot, str], ...]
Continue = Callable[[int], Iterator[Spans]]


def _divisions(
    parts: tuple[Any, ...], words: list[str], at: int, kinds: Mapping[str, Kind]
) -> Iterator[Spans]:
    """All ways in which the words from `at` to the end are the parts; what gives the first parts
    the most words comes first.
    """

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
