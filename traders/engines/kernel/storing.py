"""How a position is kept: as JSON in the history, packed when it is copied, with a digest of its
type.
"""

from __future__ import annotations

from copy import deepcopy
from functools import cached_property
from hashlib import sha256
from typing import Generic, TypeVar

import msgspec

from traders.engines.kernel.hidden import Veiled

S = TypeVar("S", bound=msgspec.Struct)


class Storing(Generic[S]):
    """Copies and stores positions of one type, a `msgspec.Struct`."""

    def __init__(self, type_: type[S]) -> None:
        self.type = type_

    def copy(self, state: S) -> S:
        """A position of one's own."""
        packed = self.packed(state)
        try:
            return self.unpacked(packed)
        except msgspec.ValidationError:  # something in it is hidden, and so of no type
            return deepcopy(state)

    def packed(self, state: S) -> bytes:
        """The position as MessagePack: quicker than JSON, and kept nowhere."""
        return _packer.encode(state)

    def unpacked(self, data: bytes) -> S:
        return self._unpacker.decode(data)

    def encode(self, state: S) -> bytes:
        """The position as JSON."""
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> S:
        return self._decoder.decode(data)

    @cached_property
    def schema(self) -> str:
        """Digest of the type, of 16 hexadecimal digits."""
        return sha256(
            msgspec.json.encode(msgspec.json.schema(self.type), order="sorted")
        ).hexdigest()[:16]

    # Made when first asked for: a position's type may name kinds of steps that are defined after
    # it.
    @cached_property
    def _decoder(self) -> msgspec.json.Decoder[S]:
        return msgspec.json.Decoder(self.type)

    @cached_property
    def _unpacker(self) -> msgspec.msgpack.Decoder[S]:
        return msgspec.msgpack.Decoder(self.type)


def _veiled(value: object) -> msgspec.msgpack.Ext:
    """What stands in the place of something hidden: a packed position that holds it is not
    unpacked.
    """
    if isinstance(value, Veiled):
        return msgspec.msgpack.Ext(0, b"")
    raise TypeError(f"a position holds {type(value).__name__}, which is not stored")


_packer = msgspec.msgpack.Encoder(enc_hook=_veiled)
