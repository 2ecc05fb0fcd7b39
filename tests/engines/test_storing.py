"""Positions are stored as they are, and nothing is stored that no position holds."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from traders.engines.kernel.storing import Storing


class Odd(msgspec.Struct):
    thing: Any


def test_what_no_position_holds_is_not_stored():
    with pytest.raises(TypeError, match="a position holds object, which is not stored"):
        Storing(Odd).packed(Odd(object()))
