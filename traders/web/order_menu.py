"""What a seat may do, as rows of a form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from traders.engines.kernel.grammar.order_forms import filled_in


@dataclass(frozen=True)
class OfferRow:
    """One row: an order as it would be typed, with a field for each part that is free."""

    number: int
    order: str
    words: str
    rule: str
    reaction: bool
    blanks: tuple[Any, ...] = ()

    @property
    def shown(self) -> str:
        """The order's beginning, on the button; the free parts stand in the fields beside it."""
        return re.split(r"[{\[]", self.order)[0].strip() or "add"

    @property
    def whole(self) -> str:
        """The order with a gap for each free part."""
        return re.sub(r"\{[^{}]*\}", "…", self.order)


@dataclass(frozen=True)
class OfferGroup:
    """Rows that begin with the same word; many plain ones become one row with a list to choose
    from.
    """

    verb: str
    rows: tuple[OfferRow, ...]


@dataclass(frozen=True)
class OfferChoice:
    """The one free part of a row made of many plain offers: whole orders, each with its words."""

    name: str
    choices: tuple[tuple[str, str], ...]


MOST_ORDER, MOST_WORDS = 200, 2_000
"""Characters of an offered order, and of what is written into a field of it."""
MANY = 3
"""Plain offers with the same first word beyond which they become a list."""


def grouped(offers: tuple[Any, ...], suggested: Sequence[str] = ()) -> list[OfferGroup]:
    """Offers by their first word, in the order offered; in a list to choose from what is suggested
    comes first, and so is chosen unless its reader chooses otherwise.
    """
    verbs: dict[str, list[Any]] = {}
    for offer in offers:
        verbs.setdefault(offer.order.split(" ", 1)[0], []).append(offer)
    numbers = count()
    groups = []
    for verb, some in verbs.items():
        rows = []
        plain = [offer for offer in some if not offer.blanks]
        plain.sort(key=lambda offer: offer.order not in suggested)
        if len(plain) > MANY:
            choices = tuple((offer.order.partition(" ")[2], offer.words) for offer in plain)
            order, first, which = f"{verb} {{which}}", plain[0], OfferChoice("which", choices)
            rows.append(OfferRow(next(numbers), order, "", first.rule, first.reaction, (which,)))
            some = [offer for offer in some if offer.blanks]
        rows += [
            OfferRow(next(numbers), one.order, one.words, one.rule, one.reaction, one.blanks)
            for one in some
        ]
        groups.append(OfferGroup(verb, tuple(rows)))
    return groups


def filled(order: str, fields: dict[str, str]) -> str:
    """An offered order with its free parts filled in, as the page does without JavaScript. One
    line, whatever was typed.
    """
    values = {name: " ".join(value.split())[:MOST_WORDS] for name, value in fields.items()}
    return filled_in(order[:MOST_ORDER], lambda name: values.get(name, ""))
