"""What a position hides, marked once at its fields, and a position in which it is not there:
whoever asks for it learns that it is unknown.

A field is marked in the type of the position: `deck: Annotated[list[str], Hidden("the deck")]` is
nobody's to see, `hand: Annotated[list[str], Hidden("another's hand", owner="seat")]` that seat's
alone which the struct names in its field `seat`; with owner `key` the field is a mapping from
seats, and each sees what is its own. `veil` puts in the place of each hidden value one that has its
size, which lies open, and no content. So what is reckoned from the position rests on nothing that
the seat cannot see, or stops at `Unknown` (PR-RECEIPT-08).
"""

from __future__ import annotations

from collections.abc import Iterable, Sized
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, Never, get_type_hints

import msgspec

from traders.engines.kernel.refusal import Unknown
from traders.engines.kernel.seats import Seat


@dataclass(frozen=True)
class Hidden:
    """Marks a field. `what`: what it is, in words, as somebody else's; `option`: the option under
    which alone it is hidden, "" for always.
    """

    what: str
    owner: Literal["", "seat", "key"] = ""
    option: str = ""
    pile: str = ""
    """What the whole is called where nobody may know its order, if not `what`."""
    stock: str = ""
    """What the things are of that lie here: those of one stock may lie in each other's places."""
    never: frozenset[str] = frozenset()
    """Things of the stock that never lie here."""


@dataclass(frozen=True)
class LeftOut:
    """Marks a list of what was done, kept so that it can be undone: where a position is dealt by
    lot it begins anew, as the position before a deed is not the seat's to see.
    """


def veil(state: msgspec.Struct, seat: Seat) -> None:
    """Take out of a position all that is not the seat's to see."""
    _veil(state, seat, getattr(state, "options", None))


def is_hidden(of: Any, mark: Hidden, seat: Seat, options: Any) -> bool:
    """Whether the field of this mark holds something of `of` that is not the seat's to see."""
    if mark.option and not getattr(options, mark.option):
        return False
    return mark.owner != "seat" or of.seat != seat


def _veil(value: object, seat: Seat, options: object) -> None:
    if isinstance(value, msgspec.Struct):
        marked = marks(type(value))
        for name in value.__struct_fields__:
            kept, mark = getattr(value, name), marked.get(name)
            if mark is None or not is_hidden(value, mark, seat, options):
                _veil(kept, seat, options)
            elif mark.owner == "key":
                setattr(
                    value,
                    name,
                    {
                        one: part if one == seat else _veiled(part, mark.what)
                        for one, part in kept.items()
                    },
                )
            else:
                setattr(value, name, _veiled(kept, mark.what))
    elif isinstance(value, (list, tuple)):
        for part in value:
            _veil(part, seat, options)
    elif isinstance(value, dict):
        for part in value.values():
            _veil(part, seat, options)


def marks(kind: type[msgspec.Struct]) -> dict[str, Hidden]:
    """The marks of a type's fields, by field."""
    return _marked(kind, Hidden)


def left_out(kind: type[msgspec.Struct]) -> Iterable[str]:
    """Its fields that are `LeftOut`."""
    return _marked(kind, LeftOut)


@cache
def _marked(kind: type[msgspec.Struct], mark: type) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    found = {
        name: [one for one in getattr(hint, "__metadata__", ()) if isinstance(one, mark)]
        for name, hint in hints.items()
    }
    return {name: ones[0] for name, ones in found.items() if ones}


def _veiled(value: object, what: str) -> Veiled:
    if isinstance(value, int):
        return VeiledNumber(what)
    if isinstance(value, dict) and all(isinstance(n, int) for n in value.values()):
        return VeiledCounts(what, sum(value.values()))
    return VeiledThings(what, len(value) if isinstance(value, Sized) else 0)


class Veiled:
    """A value that is not there: every look at it raises `Unknown`."""

    def __init__(self, what: str) -> None:
        self._what = what

    def _look(self, *_: object, **__: object) -> Never:
        raise Unknown(self._what)

    def __getattr__(self, name: str) -> Never:
        if name.startswith("__"):
            raise AttributeError(name)
        raise Unknown(self._what)


for _name in (
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "hash",
    "bool",
    "len",
    "iter",
    "reversed",
    "contains",
    "getitem",
    "setitem",
    "delitem",
):
    setattr(Veiled, f"__{_name}__", Veiled._look)
for _name in ("int", "index", "float", "str", "repr", "format"):
    setattr(Veiled, f"__{_name}__", Veiled._look)


class VeiledNumber(Veiled):
    """A number that is not there: it may be added to and taken from. In what its owner is told,
    which a trial shows to nobody, a word stands for it.
    """

    def _reckoned(self, other: object) -> VeiledNumber:
        return self

    def __str__(self) -> str:
        return "an unknown number"

    def __format__(self, spec: str) -> str:
        return str(self)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _reckoned


class VeiledThings(Veiled):
    """Things that are not there (a deck, a hand); how many lies open, and more may be laid to
    them.
    """

    def __init__(self, what: str, size: int) -> None:
        super().__init__(what)
        self._size = size

    def __len__(self) -> int:
        return self._size

    def __bool__(self) -> bool:
        return self._size > 0

    def append(self, thing: object) -> None:
        self._size += 1

    def extend(self, things: Sized) -> None:
        self._size += len(things)

    def __add__(self, other: Sized) -> VeiledThings:
        return VeiledThings(self._what, self._size + len(other))

    __radd__ = __add__


class VeiledCounts(Veiled):
    """Things by kind (a hand) that are not there; how many in all lies open."""

    def __init__(self, what: str, size: int) -> None:
        super().__init__(what)
        self._size = size

    def __bool__(self) -> bool:
        return self._size > 0

    def values(self) -> tuple[int, ...]:
        return (self._size,)
