"""Piles whose order nobody may know: which there are, by the marks of what is hidden; whether
something of one was revealed; and how one is laid in a new order (PR-BACKUP-04).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from typing import Any

import msgspec

from traders.engines.kernel.contract.contract import Chance, Event
from traders.engines.kernel.positions import hidden
from traders.engines.kernel.telling.rows import HOUSE
from traders.engines.kernel.telling.teller import Teller

RULE = "PR-BACKUP-04"
tell = Teller(HOUSE)


AFRESH = "shuffled-afresh"
"""The kind of what is told where a pile has been shuffled: it follows from something else."""


class Pile(msgspec.Struct, frozen=True):
    """A pile whose order nobody may know. `name`: its field, below the position's own with dots;
    `what`: what it is called, as `the order deck`; `cards`: from the top, as they lie; `seen`: how
    many of them, from the top, somebody may see there.
    """

    name: str
    what: str
    cards: tuple[Any, ...]
    seen: int = 0


def afresh(state: msgspec.Struct) -> tuple[Pile, ...]:
    """The piles of a position: every list that is marked as hidden from all."""
    return tuple(_piles(state, "", getattr(state, "options", None)))


def _piles(part: msgspec.Struct, above: str, options: object) -> Iterator[Pile]:
    marks = hidden.marks(type(part))
    for name in part.__struct_fields__:
        value, mark = getattr(part, name), marks.get(name)
        if mark is None and isinstance(value, msgspec.Struct):
            yield from _piles(value, f"{above}{name}.", options)
        elif mark is not None and not mark.owner and isinstance(value, list):
            if not mark.option or getattr(options, mark.option):
                yield Pile(f"{above}{name}", mark.pile or mark.what, tuple(value))


def reshuffled(state: msgspec.Struct, name: str, places: Sequence[int]) -> list[Event]:
    """Lay the pile of that name in a new order, given as places from 1; what all are told of it."""
    *above, field = name.split(".")
    part = reduce(getattr, above, state)
    cards = getattr(part, field)
    setattr(part, field, [cards[place - 1] for place in places])
    return told(next(pile for pile in afresh(state) if pile.name == name))


def told(pile: Pile) -> list[Event]:
    """What all are told where a pile has been shuffled afresh."""
    what = f"{pile.what[0].upper()}{pile.what[1:]}"
    return [tell(AFRESH, RULE, what=what)]


def chance(pile: Pile) -> Chance:
    """The throw that shuffles a pile afresh."""
    return Chance("shuffle", len(pile.cards), f"shuffling {pile.what} afresh", RULE, secret=True)


def revealed(
    before: Iterable[Pile], after: Iterable[Pile], events: Collection[Event], *, shuffle: bool
) -> set[str]:
    """The piles of which something was revealed in a step from one position to the next, which told
    these events: one that lost a card, or of which somebody saw what lies where. `shuffle`: the
    step was a shuffle of the rules, which puts a pile in another order and shows nothing of it.
    """
    known = {pile.name: pile for pile in before}
    looked_at = {event.pile for event in events if event.pile}
    return {
        pile.name
        for pile in after
        if pile.name in looked_at or _seen(known[pile.name], pile, shuffle=shuffle)
    }


def _seen(was: Pile, now: Pile, *, shuffle: bool) -> bool:
    if Counter(was.cards) - Counter(now.cards):
        return True
    if now.cards[: now.seen] != was.cards[: min(was.seen, now.seen)]:
        return True
    # cards may be laid below it; one that was drawn and came back is no longer where it lay
    return not shuffle and now.cards[: len(was.cards)] != was.cards
