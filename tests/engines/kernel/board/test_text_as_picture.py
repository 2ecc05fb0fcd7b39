"""The board's text as a picture, for a game that draws none."""

from __future__ import annotations

import re

from traders.engines.kernel.board.text_as_picture import LEFT, STEP, picture


def test_columns_stand_below_each_other() -> None:
    """A picture keeps no blanks, and its letters differ in width: each column has a place."""
    drawn = picture("Toll road", "       at  cards\nRed  Vega      2\nAll is well.")
    found = re.findall(r'<text x="(\d+)"[^>]*>([^<]*)<', drawn)
    assert [(words, (int(x) - LEFT) // STEP) for x, words in found] == [
        ("at", 7),
        ("cards", 11),
        ("Red", 0),
        ("Vega", 5),
        ("2", 15),
        ("All is well.", 0),
    ]
