"""Credits that come or go are told of."""

from __future__ import annotations

import pytest

from traders.engines.imperial_trader import ENGINE as IMPERIAL_TRADER
from traders.engines.kernel.contract.contract import Event
from traders.engines.traders_luck import ENGINE as TRADERS_LUCK


@pytest.mark.parametrize(
    ("engine", "those"), [(IMPERIAL_TRADER, "captains"), (TRADERS_LUCK, "traders")]
)
def test_what_a_seat_has_changes_only_by_a_deed_that_names_it(engine, those):
    before = engine.position(("red", "blue"), {}, {"red": {"credits": 30}})
    after = engine.copy(before)
    assert engine.unpaid(before, after, []) == []
    getattr(after, those)["red"].credits = 31
    missing = ["red had 30 credits and has 31, of which nothing was told"]
    assert engine.unpaid(before, after, []) == missing
    assert engine.unpaid(before, after, [Event("Blue sells.", data={"seat": "blue"})]) == missing
    assert engine.unpaid(before, after, [Event("Red sells.", data={"seat": "red"})]) == []
