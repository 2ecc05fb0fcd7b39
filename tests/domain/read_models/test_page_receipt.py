"""The receipt on the page: each line's outcome, and what came of them, as the seat is told it."""

from __future__ import annotations

import pytest

from traders.domain.calendar import clock
from traders.domain.read_models.page_receipt import came_of, plan_stopped, receipt
from traders.domain.table.change_set import ChangeSet, Line, NumberedEvent
from traders.engines.kernel.contract.contract import Event


def test_lines_with_the_same_outcome_are_told_as_one_and_without_the_order_once_more() -> None:
    done, wish = (Line(text, "done", f"Done: {text}.") for text in ("sell", "keep food"))
    other = Line("buy 9", "refused", "Only 3.", "illegal")
    told = [
        (one["text"], one["words"], one.get("then"))
        for one in receipt([done, wish, other], [[], ["So."], []])
    ]
    assert told == [("sell\nkeep food", "", ["So."]), ("buy 9", "Only 3.", [])]
    [first, *_] = receipt([done, wish, other], [["Sold."], ["So."], []])
    assert (first["text"], first["words"], first["then"]) == ("sell", "", ["Sold."])
    [passed] = receipt([Line("move if possible", "done", "Passed: trade. Done: move.")])
    assert passed["words"] == "Passed: trade."
    [alone] = receipt([done])
    assert alone["words"] == "Done."


@pytest.mark.django_db
def test_why_a_plan_stopped_is_told_without_lines_that_the_receipt_tells() -> None:
    changes = ChangeSet(1, 1, 1, clock.now(), stopped_plans={"red": ["Blue acted"]})
    [told] = plan_stopped(changes, "star-traders", "red")
    assert told == "Your plan stopped. Blue acted."
    changes.stopped_plans["red"].append("end")
    [told] = plan_stopped(changes, "star-traders", "red")
    assert told.endswith("Blue acted. Not carried out: end.")


@pytest.mark.django_db
def test_nothing_is_told_that_others_alone_are_told() -> None:
    own, others = Event("Red sees it.", to=("red",)), Event("Blue sees it.", to=("blue",))
    told = [NumberedEvent(1, own), NumberedEvent(1, others)]
    changes = ChangeSet(1, 1, 1, clock.now(), told=told)
    assert came_of(changes, "star-traders", "red") == ["Red sees it."]
