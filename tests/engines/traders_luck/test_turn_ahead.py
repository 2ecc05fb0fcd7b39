"""A turn that is planned on a condition, or ordered once more (PR-STANDING-04)."""

from __future__ import annotations

import pytest

from tests.engines.traders_luck.test_whole_turn import Whole
from traders.domain.table.kept_line_text import as_typed

UNSOLD = {"turn": "red", "red": {"cargo": [{"good": "luxury", "n": 3, "paid": 15}]}}
AGAIN = """travel small
settle
sell if luxury costs 24 or more
end
{}"""
PLAN = """plan if 3 luxury aboard
travel small
settle
sell if luxury costs 24 or more
end
end plan"""


@pytest.mark.parametrize("below", [PLAN, "again if 3 luxury aboard"], ids=["plan", "again"])
@pytest.mark.parametrize(
    ("faces", "made", "days"),
    [
        ("food food ore", ["travel small", "settle", "sell", "end"], 3),
        ("luxury food ore", [], 2),
    ],
)
def test_a_plan_begins_on_its_condition_or_is_dropped_as_a_whole(faces, made, days, below):
    """PR-STANDING-04: the cargo is offered once more where it was not sold; else red is asked."""
    table = Whole(*faces.split(), **UNSOLD, blue={})
    table.says(AGAIN.format(below))
    assert table.now["turn"] == "blue"
    table.faces = [*["ore"] * 5, "luxury", "food", "food"]
    table.says("travel big\nsettle\nend", "blue")
    planned = [move for move in table.table.moves if move.source == "plan"]
    assert [move.text for move in planned if move.kind == "order"] == made
    assert (table.now["red"]["days"], table.table.stopped_plans) == (days, {})


def test_words_that_are_no_condition_drop_no_plan():
    """PR-STANDING-04: `Plan if you can, Red!` is no order."""
    table = Whole()
    table.says("plan if 2 food aboard\ntravel small\nend\nend plan", "blue")
    assert table.says("plan if you can\ntravel big\nend plan", "blue")[0].kind == "unreadable"
    kept = [as_typed(said) for said in table.table.open("plan", "blue")]
    assert kept == ["plan if 2 food aboard", "travel small", "end"]
    table.says("plan if 1 ore aboard\ntravel big\nend plan", "blue")
    kept = [as_typed(said) for said in table.table.open("plan", "blue")]
    assert kept == ["plan if 1 ore aboard", "travel big"]
    assert table.says("again if you can", "blue")[0].kind == "unreadable"
    assert table.says("again if 1 ore aboard", "blue")[0].kind == "unreadable"
    assert [as_typed(said) for said in table.table.open("plan", "blue")] == kept
