"""What play waits for, in words, for whoever looks."""

from __future__ import annotations

from traders.domain.table.waits import waits_in_words
from traders.engines.kernel.contract import Interval


def test_others_read_who_is_to_answer_without_the_windows_own_name() -> None:
    cause = "All choose where their ships start."
    asked = Interval(1, "place", cause, ("red", "blue"), "IT-SET-02", question=True)
    for seat in (None, "green"):
        told = waits_in_words(asked, seat, "imperial-trader")
        assert told == f"Red and Blue are to answer. {cause}"
