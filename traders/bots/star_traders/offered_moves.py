"""Offers as a bot weighs them: every offered order spelled out, and taken apart into verb, card,
seat, world, way and cargo.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product

from traders.engines.kernel.contract.contract import Blank, Offer

MOST = 300
"""Orders spelled out of one offer with blanks."""

_PARTS = re.compile(
    r"^(?: on (?P<on>[a-z]+))?"
    r"(?: at (?P<at>[^()]+?))?"
    r"(?: (?P<way>up|down))?"
    r"(?: taking (?P<taking>.+?))?"
    r"(?: as (?P<stands_for>.+?))?"
    r"(?: \(throw \d+\))?$"
)


@dataclass(frozen=True, slots=True)
class Move:
    """An order that may be given now, in parts; names in small letters."""

    order: str
    verb: str
    rest: str = ""
    card: str = ""
    on: str = ""
    at: str = ""
    way: str = ""
    taking: str = ""


def moves(offers: Sequence[Offer], hand: tuple[str, ...]) -> Iterator[Move]:
    """Every order that is offered to a seat with this hand, spelled out."""
    for offer in offers:
        for order in spelled_out(offer):
            yield taken_apart(order, hand)


def spelled_out(offer: Offer) -> Iterator[str]:
    """The orders that an offer stands for: itself, or each way to fill its blanks."""
    if not offer.blanks:
        yield offer.order
        return
    for things in islice(product(*(_things(blank) for blank in offer.blanks)), MOST):
        order = offer.order
        for blank, thing in zip(offer.blanks, things, strict=True):
            order = order.replace("{" + blank.name + "}", thing, 1)
        yield order


def _things(blank: Blank) -> Sequence[str]:
    if blank.things:
        return blank.things
    low = blank.low or 0
    high = blank.high if blank.high is not None else low
    return [str(number) for number in range(low, high + 1)]


@lru_cache(maxsize=4_096)
def taken_apart(order: str, hand: tuple[str, ...]) -> Move:
    """An order's parts. Cards are told from what follows them by the hand: `disgrace at court` is a
    card and no place.
    """
    verb, _, rest = order.lower().partition(" ")
    if verb in ("avoid", "reroll"):
        return Move(order, verb, rest, card=rest.removeprefix("with "))
    card = max(
        (name.lower() for name in hand if rest.startswith(name.lower())), key=len, default=""
    )
    found = _PARTS.match(rest.removeprefix(card)) if verb == "play" and card else None
    if found is None:
        return Move(order, verb, rest)
    part = {name: text or "" for name, text in found.groupdict().items()}
    return Move(
        order,
        verb,
        rest,
        part["stands_for"] or card,
        part["on"],
        part["at"],
        part["way"],
        part["taking"],
    )
