"""How a position is kept: as JSON in the history, packed when it is copied, with a digest of its
type.
"""

from __future__ import annotations

from copy import deepcopy
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Generic, TypeVar, get_type_hints

import msgspec

from traders.engines.kernel.positions.hidden import Veiled

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")

MOST_NAMES = 4_096
"""Names of cards that are kept to be shared."""


class Storing(Generic[S]):
    """Copies and stores positions of one type, a `msgspec.Struct`."""

    def __init__(self, type_: type[S]) -> None:
        self.type = type_

    def copy(self, state: S) -> S:
        """A position of one's own."""
        packed = self.packed(state)
        try:
            copied = self.unpacked(packed)
        except msgspec.ValidationError:  # something in it is hidden, and so of no type
            return deepcopy(state)
        for name in self._frozen:
            setattr(copied, name, getattr(state, name))
        return copied

    def packed(self, state: S) -> bytes:
        """The position as MessagePack: quicker than JSON, and kept nowhere."""
        return _packer.encode(state)

    def unpacked(self, data: bytes) -> S:
        return self._unpacker.decode(data)

    def encode(self, state: S) -> bytes:
        """The position as JSON."""
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> S:
        """The position, sharing with others what is the same in them and never changes: a chart,
        what was agreed on, the names of cards.
        """
        state = self._decoder.decode(data)
        for name in self._frozen:
            setattr(state, name, _same(getattr(state, name)))
        for name in self._listed:
            setattr(state, name, _shared(getattr(state, name)))
        return state

    @cached_property
    def schema(self) -> str:
        """Digest of the type, of 16 hexadecimal digits."""
        return sha256(
            msgspec.json.encode(msgspec.json.schema(self.type), order="sorted")
        ).hexdigest()[:16]

    @cached_property
    def _frozen(self) -> tuple[str, ...]:
        """The fields that hold a frozen struct."""
        return tuple(
            name
            for name, kind in get_type_hints(self.type).items()
            if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
            if kind.__struct_config__.frozen
        )

    @cached_property
    def _listed(self) -> tuple[str, ...]:
        """The fields that hold a list of names: the decks."""
        return tuple(name for name, kind in get_type_hints(self.type).items() if kind == list[str])

    # Made when first asked for: a position's type may name kinds of steps that are defined after
    # it.
    @cached_property
    def _decoder(self) -> msgspec.json.Decoder[S]:
        return msgspec.json.Decoder(self.type)

    @cached_property
    def _unpacker(self) -> msgspec.msgpack.Decoder[S]:
        return msgspec.msgpack.Decoder(self.type)


_NAMES: dict[str, str] = {}


def _shared(names: list[str]) -> list[str]:
    """The same names, each one object in all positions."""
    if len(_NAMES) > MOST_NAMES:
        _NAMES.clear()
    return [_NAMES.setdefault(name, name) for name in names]


@lru_cache(maxsize=4_096)
def _same(value: T) -> T:
    """The first of all values that are equal to this one."""
    return value


def _veiled(value: object) -> msgspec.msgpack.Ext:
    """What stands in the place of something hidden: a packed position that holds it is not
    unpacked.
    """
    if isinstance(value, Veiled):
        return msgspec.msgpack.Ext(0, b"")
    raise TypeError(f"a position holds {type(value).__name__}, which is not stored")


_packer = msgspec.msgpack.Encoder(enc_hook=_veiled)
