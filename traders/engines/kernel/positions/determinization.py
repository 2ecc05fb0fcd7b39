"""A position dealt by lot as far as a seat cannot see: what lies in the decks and in others' hands
is mixed and dealt anew, what others own is drawn. It follows from what the seat sees and the lot
alone, so that it tells nothing of what is so (PR-RECEIPT-08).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from traders.engines.kernel.positions.hidden import Hidden, is_hidden, left_out, marks
from traders.engines.kernel.refusal import Unknown
from traders.engines.kernel.seats import Seat


class Lot(Protocol):
    """Where chance comes from: a `random.Random` with a seed is one."""

    def shuffle(self, x: Any, /) -> None: ...

    def randint(self, a: int, b: int, /) -> int: ...


@dataclass(frozen=True)
class _Place:
    """A field that the seat does not see, of that struct."""

    of: Any
    name: str
    mark: Hidden

    @property
    def value(self) -> Any:
        return getattr(self.of, self.name)


def deal_by_lot(state: msgspec.Struct, seat: Seat, lot: Lot) -> None:
    """Deal anew, in place, what the seat cannot see. Raises `Unknown` where something lies sealed
    that is no deck, hand or number; the position is then of no more use.
    """
    for one in list(_structs(state)):
        for name in left_out(type(one)):
            setattr(one, name, [])
    places = list(_unseen(state, seat, getattr(state, "options", None)))
    stocks: dict[str, list[_Place]] = {}
    for place in places:
        if isinstance(place.value, int):
            own = _own(state, seat, type(place.of), place.name)
            setattr(place.of, place.name, lot.randint(0, 2 * max(own, 0) + 10))
        elif isinstance(place.value, list) or (place.mark.stock and isinstance(place.value, dict)):
            stocks.setdefault(place.mark.stock or place.mark.what, []).append(place)
        elif place.value:
            raise Unknown(place.mark.what)
    for stock in stocks.values():
        if not stock[0].mark.stock and len(stock) > 1 and any(place.value for place in stock):
            raise Unknown(stock[0].mark.what)
        _deal(stock, lot)


def _deal(stock: list[_Place], lot: Lot) -> None:
    """Deal what lies in these places among them, to each as many as it has."""
    things = sorted(thing for place in stock for thing in _things(place.value))
    lot.shuffle(things)
    for place in sorted(stock, key=lambda place: not place.mark.never):
        fit = [at for at, thing in enumerate(things) if thing not in place.mark.never]
        dealt = [things.pop(at) for at in reversed(fit[: len(_things(place.value))])]
        counted = {thing: dealt.count(thing) for thing in sorted(set(dealt))}
        setattr(place.of, place.name, counted if isinstance(place.value, dict) else dealt)


def _things(value: Any) -> list[str]:
    """A hand or deck one by one, in an order that tells nothing."""
    if isinstance(value, dict):
        return [thing for thing, count in value.items() for _ in range(count)]
    return list(value)


def _own(state: object, seat: Seat, kind: type[Any], name: str) -> int:
    """The seat's own number of that kind."""
    own = [getattr(one, name) for one in _structs(state) if type(one) is kind and one.seat == seat]
    return own[0] if own else 0


def _structs(value: object) -> Iterator[Any]:
    """Every struct of a position, itself too."""
    if isinstance(value, msgspec.Struct):
        yield value
        parts = [getattr(value, name) for name in value.__struct_fields__]
    elif isinstance(value, dict):
        parts = list(value.values())
    else:
        parts = list(value) if isinstance(value, (list, tuple)) else []
    for part in parts:
        yield from _structs(part)


def _unseen(state: object, seat: Seat, options: object) -> Iterator[_Place]:
    for one in _structs(state):
        kind: type[msgspec.Struct] = type(one)
        for name, mark in marks(kind).items():
            if is_hidden(one, mark, seat, options):
                place = _Place(one, name, mark)
                if mark.owner == "key":
                    if any(key != seat for key in place.value):
                        raise Unknown(mark.what)
                else:
                    yield place
