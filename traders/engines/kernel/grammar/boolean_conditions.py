"""Conditions of standing orders, stops and plans: what an engine declares it can look at, joined by
`and`, `or`, `not`. Names no game.

`and` binds closer than `or`, `not` belongs to what follows it; there are no brackets. So a
condition is a list of alternatives, each a list of things that must all hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from traders.engines.kernel.grammar.order_parts import normal, shown, unreadable, words_of
from traders.engines.kernel.grammar.orders import Grammar
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import NO_NAMES, SeatNames

JOINS, NOT = ("and", "or"), "not"


class Term(msgspec.Struct, frozen=True):
    """One thing to look at, or that it does not hold."""

    atom: Any
    negated: bool = False


class Condition(msgspec.Struct, frozen=True):
    """Alternatives, of each of which every term must hold."""

    either: tuple[tuple[Term, ...], ...]

    def occasion(self, look: Callable[[Any], str]) -> str:
        """The name of the occasion on which the condition holds, or "". `look` gives an atom's
        occasion, "" where it does not hold. What does not happen is no occasion of its own: `not at
        oz` alone holds on the occasion `always`.
        """
        for terms in self.either:
            seen = [(term, look(term.atom)) for term in terms]
            if all(bool(occasion) != term.negated for term, occasion in seen):
                return " + ".join(occasion for _, occasion in seen if occasion) or "always"
        return ""


class Conditions:
    """Reads and writes conditions over the atoms that an engine declares as forms."""

    def __init__(self, atoms: Grammar) -> None:
        self.atoms = atoms

    def read(self, text: str, names: SeatNames = NO_NAMES) -> Condition:
        """The condition in a text, with seats by colour or by one of `names`; `Refusal` of kind
        unreadable or ambiguous.
        """
        if re.search(r"(?:^|\b(?:and|or|not))\s*[(\[]", normal(text)):
            raise unreadable("Conditions have no brackets: `and` binds closer than `or`.")
        words = words_of(text)
        if not words:
            raise unreadable("There is no condition.")
        return Condition(tuple(self._all(words, names)))

    def _all(self, words: list[str], names: SeatNames) -> Iterator[tuple[Term, ...]]:
        """Alternatives from the left; an `or` or `and` inside an atom (`15 or more`) belongs to the
        atom.
        """
        terms: list[Term] = []
        start = 0
        while start < len(words):
            negated = False
            while start < len(words) and words[start] == NOT:
                negated, start = not negated, start + 1
            atom, end = self._atom(words, start, names)
            terms.append(Term(atom, negated))
            if end == len(words):
                break
            if words[end] == "or":
                yield tuple(terms)
                terms = []
            start = end + 1
            if start == len(words):
                raise unreadable(f"Something is missing after {shown(words[end])}.")
        yield tuple(terms)

    def _atom(self, words: list[str], start: int, names: SeatNames) -> tuple[Any, int]:
        """The atom that begins at `start`, and where it ends: at the first `and` or `or`, or the
        end, up to which it can be read.
        """
        refusal: Refusal | None = None
        for end in range(start + 1, len(words) + 1):
            if end < len(words) and words[end] not in JOINS:
                continue
            try:
                return self.atoms.read(" ".join(words[start:end]), names), end
            except Refusal as found:
                refusal = refusal or found
        raise refusal or unreadable("There is no condition.")

    def write(self, condition: Condition) -> str:
        """The canonical form: `read(write(c)) == c`."""
        return " or ".join(
            " and ".join(self._term(term) for term in terms) for terms in condition.either
        )

    def _term(self, term: Term) -> str:
        return (f"{NOT} " if term.negated else "") + self.atoms.write(term.atom)
