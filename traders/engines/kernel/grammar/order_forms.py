"""How a form of the order language is made: `claim <kind> [about <what>]`, taken apart.

A form holds words that stand for themselves, blanks in angle brackets, blanks of a few words
(`yes|no`), and parts in square brackets that may be left out. Whoever shows a form, fills one in or
makes lines of it for a test reads it here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

_PIECE = re.compile(r"\[[^\[\]]*\]|<[^>]*>|\b\w+(?:\|\w+)+")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_NAMED = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class FormBlank:
    """A part to be filled in. `name`: its own in the form; `kind`: what it is, as the form says;
    `things`: the words that it may be, where these are few.
    """

    name: str
    kind: str
    things: tuple[str, ...] = ()
    optional: bool = False


@dataclass(frozen=True, slots=True)
class OrderForm:
    """A form as a pattern, `claim {kind} [about {what}]`, and its blanks from left to right."""

    pattern: str
    blanks: tuple[FormBlank, ...]

    def fixed_words(self) -> list[str]:
        """The words that stand for themselves."""
        return re.findall(r"[^\W\d_]+", _NAMED.sub(" ", self.pattern))

    def words(self) -> list[str]:
        """These, and those that a blank may be."""
        chosen = " ".join(thing for blank in self.blanks for thing in blank.things)
        return [*self.fixed_words(), *re.findall(r"[^\W\d_]+", chosen)]


@cache
def order_form(form: str) -> OrderForm:
    """A form taken apart. `…` behind a blank says that there may be more of it, and falls away."""
    blanks: list[FormBlank] = []

    def blank(kind: str, things: tuple[str, ...] = (), *, optional: bool = False) -> str:
        alike = sum(other.kind == kind for other in blanks)
        name = f"{kind} {alike + 1}" if alike else kind
        blanks.append(FormBlank(name, kind, things, optional))
        return f"{{{name}}}"

    def piece(text: str, *, optional: bool = False) -> str:
        if text[0] == "<":
            return blank(text[1:-1], optional=optional)
        if text[0] != "[":
            return blank(text.replace("|", " or "), tuple(text.split("|")), optional=optional)
        inner = _PIECE.sub(lambda found: piece(found[0], optional=True), text[1:-1])
        return f"[{inner if '{' in inner else blank(inner, (inner,), optional=True)}]"

    return OrderForm(
        _PIECE.sub(lambda found: piece(found[0]), form.replace("…", "")), tuple(blanks)
    )


def filled_in(pattern: str, value: Callable[[str], str]) -> str:
    """A pattern as a line, with the value of each blank by its name; a part that may be left
    out is, where a blank in it has none.
    """
    line = _OPTIONAL.sub(
        lambda part: part[1] if all(map(value, _NAMED.findall(part[1]))) else "", pattern
    )
    line = re.sub(r" (?=[:,])", "", " ".join(line.split()))
    return " ".join(_NAMED.sub(lambda blank: value(blank[1]), line).split())
