"""What is said to somebody, and is no order (PR-RECEIPT-09)."""

from __future__ import annotations

import pytest

from tests.domain.play.manners.readers import reader
from traders.domain.play.manners.literal_order_check import as_press


@pytest.mark.parametrize(
    ("line", "press"),
    [
        ("Tell Blue: nice flying!", "to blue: nice flying!"),
        ("A private message to Green: shall we?", "to green: shall we?"),
        ("Please write to everyone: jump on", "say: jump on"),
        ("Message from Blue: jump niven", "Message from Blue: jump niven"),
        ("Note to self: jump niven", "Note to self: jump niven"),
    ],
)
def test_words_for_somebody_are_said_as_press(line, press):
    """Who is no seat of the game is told nothing."""
    assert as_press(line, reader("star-traders").sight) == press
