"""What tells a seat of itself says *you*; dice and turns are told as they are."""

from __future__ import annotations

import re

import pytest

from traders.domain.letters.plain_text_layout import to_reader
from traders.engines.kernel.telling.rows import book_of
from traders.engines.kernel.telling.teller import Teller
from traders.engines.registry import ENGINES, engine


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ("Red gains 2 Prestige.", "You gain 2 Prestige."),
        ("Blue has 1 Fleet and Red has 2 Fleets.", "Blue has 1 Fleet and you have 2 Fleets."),
        ("Red's ship comes to Oz; Blue passes.", "Your ship comes to Oz; Blue passes."),
        ("Red goes on. Red passes.", "You go on. You pass."),
        ("Red (you) rolled 4", "Red (you) rolled 4"),
        ("keep Red out of Niven", "keep you out of Niven"),
        ("Redcap is a world.", "Redcap is a world."),
    ],
)
def test_the_reader_is_told_as_you(told: str, read: str) -> None:
    assert to_reader(told, "Red") == read
    assert to_reader(told, "") == told


def test_a_die_is_never_told_below_one() -> None:
    tell = Teller(ENGINES["star-traders"])
    die = {"seat": "red", "die": -1, "needs": 4, "goal": "Oz (62)", "stands": "the jump fails"}
    assert tell("die-counts", value=-1).text == "The die now counts as less than 1."
    assert "has rolled less than 1 and" in tell("rolled-for", **die).text
    assert "has rolled 3 and" in tell("rolled-for", **{**die, "die": 3}).text


def test_a_die_above_six_is_told_as_what_it_counts_and_never_as_what_it_shows() -> None:
    """No die becomes a 7; with two Superzaps it counts as so much (ST-LUCK-09)."""
    tell = Teller(ENGINES["star-traders"])
    for value in range(7, 11):
        assert tell("die-counts", value=value).text == f"The die now counts as {value}."
    book = book_of(ENGINES["star-traders"])
    changed = [row for row in book.rows.values() if "value" in row.fields()]
    assert changed
    for row in changed:
        assert not [told for told in row.templates() if re.search(r"\b(becomes?|became)\b", told)]


def test_turns_are_not_told_as_rounds() -> None:
    """Star Trader's Luck has none: whoever has used the fewest days is next."""
    luck = engine("traders-luck")
    assert "round" not in luck.view(luck.setup(("red", "blue"), {}), "red")
