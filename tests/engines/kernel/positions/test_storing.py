"""Positions are stored as they are, and nothing is stored that no position holds."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from traders.engines.kernel.positions.storing import Storing


class Odd(msgspec.Struct):
    thing: Any


def test_what_no_position_holds_is_not_stored():
    with pytest.raises(TypeError, match="a position holds object, which is not stored"):
        Storing(Odd).packed(Odd(object()))


class Agreed(msgspec.Struct, frozen=True):
    cards: int


class Held(msgspec.Struct):
    agreed: Agreed
    hand: list[str]


def test_positions_share_what_never_changes_and_nothing_else():
    kept = Storing(Held)
    one = Held(Agreed(5), ["Zap"])
    copied, read, again = (
        kept.copy(one),
        kept.decode(kept.encode(one)),
        kept.decode(kept.encode(one)),
    )
    assert one == copied == read == again
    assert copied.agreed is one.agreed
    assert read.agreed is again.agreed
    assert len({id(position.hand) for position in (one, copied, read, again)}) == 4
