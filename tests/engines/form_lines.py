"""Lines made of the forms of the order language, for tests that try whatever the registry knows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count
from random import Random

from traders.engines.kernel.grammar.order_forms import filled_in, order_form
from traders.engines.kernel.grammar.order_table import OrderRow

_TOKEN = re.compile(r"\{[^{}]*\}|\s*\[|\]|\s+|[^\s{}\[\]]+")


def values_of(pattern: str, line: str) -> dict[str, str] | None:
    """The values with which a pattern becomes the line; None where it cannot."""
    names = re.findall(r"\{([^{}]*)\}", pattern)
    places = count()

    def expression() -> Iterator[str]:
        for token in _TOKEN.findall(re.sub(r"\s+(?=[:,])", "", pattern)):
            if token[0] == "{":
                yield f"(?P<b{next(places)}>.+?)"
            elif token.endswith("["):
                yield r"(?:(?:\s+|\s*(?=[:,]))"
            elif token == "]":
                yield ")?"
            else:
                yield r"\s+" if token.isspace() else re.escape(token)

    match = re.fullmatch("".join(expression()), line, re.IGNORECASE)
    if match is None:
        return None
    return {name: match[f"b{place}"] or "" for place, name in enumerate(names)}


def filled_with(form: str, value: Callable[[str], str]) -> str:
    """A form as a line, each blank filled by its kind."""
    made = order_form(form)
    kinds = {blank.name: blank for blank in made.blanks}

    def of(name: str) -> str:
        blank = kinds[name]
        return blank.things[0] if blank.things else value(blank.kind)

    return filled_in(made.pattern, of)


def near_line(rows: tuple[OrderRow, ...], words: list[str], box: Random) -> str:
    """A line in some form of these rows, its blanks filled with numbers and words at random."""

    def of(kind: str) -> str:
        if box.random() < 0.3:
            return str(box.choice((0, 1, 2, 5, 999)))
        return " ".join(box.choice(words or ["end"]) for _ in range(box.choice((1, 1, 2, 3))))

    row = box.choice(rows)
    made = order_form(box.choice(row.forms))
    chosen = {
        blank.name: ""
        if blank.optional and box.random() < 0.5
        else (box.choice(blank.things) if blank.things else of(blank.kind))
        for blank in made.blanks
    }
    return filled_in(made.pattern, chosen.__getitem__)
