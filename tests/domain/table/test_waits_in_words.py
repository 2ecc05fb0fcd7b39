"""What play waits for, in words, for whoever looks."""

from __future__ import annotations

import pytest

from traders.domain.table.waits_in_words import waits_in_words
from traders.engines.kernel.contract.contract import Chance, Choice, Interval, Over, Pending, Turn
from traders.engines.kernel.contract.waits import awaited

WINDOW = Interval(1, "zap", "Red has jumped.", ("red", "blue"), "PR-INTERVAL-01")
QUESTION = Interval(1, "bid", "All bid for Fur.", ("red",), "PR-SEALED-01", question=True)
SAID: list[tuple[Pending | None, str, str, str]] = [
    (Turn(("red",), "road", ""), "It is Red's turn", "It is your turn", ": road."),
    (
        Turn(("red", "blue"), "bid", ""),
        "It is the turn of Red and Blue",
        "It is your turn",
        ": bid.",
    ),
    (
        WINDOW,
        "Red and Blue may react in the Zap window.",
        "You may react in the Zap window.",
        " Red has jumped.",
    ),
    (QUESTION, "Red is asked to answer.", "You are asked to answer.", " All bid for Fur."),
    (Chance("die", 6, "the jump", ""), "Chance falls: the jump.", "Chance falls: the jump.", ""),
    (Over(("red",), "Red has won.", "", "goal"), "Red has won.", "Red has won.", ""),
    (None, "", "", ""),
]
"""What play waits for, as all are told it and as Red is, and what is told beside where there is
room.
"""


@pytest.mark.parametrize(("pending", "to_all", "to_red", "more"), SAID)
def test_all_and_who_is_asked_are_told_the_same_in_a_letter_on_a_page_and_in_a_list(
    pending: Pending | None, to_all: str, to_red: str, more: str
) -> None:
    for seat, told in ((None, to_all), ("green", to_all), ("red", to_red)):
        assert waits_in_words(pending, seat) == told + more
        assert waits_in_words(pending, seat, brief=True) == f"{told.rstrip('.')}." * bool(told)


def test_a_choices_question_is_told_to_its_seat_alone() -> None:
    choice = Choice(1, "red", "Which card do you lose?", ("fur", "zap"), "fur", "ST-CARD-01")
    assert awaited(choice) == ("red",)
    for seat in (None, "blue"):
        assert waits_in_words(choice, seat) == "Red has a choice to make."
    assert waits_in_words(choice, "red") == "You have a choice to make: Which card do you lose?"


def test_others_read_who_is_to_answer_without_the_windows_own_name() -> None:
    cause = "All choose where their ships start."
    asked = Interval(1, "place", cause, ("red", "blue"), "IT-SET-02", question=True)
    for seat in (None, "green"):
        told = waits_in_words(asked, seat, "imperial-trader")
        assert told == f"Red and Blue are asked to answer. {cause}"
