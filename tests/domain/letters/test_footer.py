"""The footer of a letter: two lines, and now and then the fingerprints of the game's record."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.domain.letters.real import begun, made
from tests.domain.letters.table import NOON
from tests.domain.letters.test_reading import text_of
from traders.domain.play import door

pytestmark = pytest.mark.django_db


def test_the_first_letter_the_last_and_every_tenth_tell_the_fingerprints():
    """(PR-RECORD-03) Others have a footer of two lines."""
    game = begun()
    for n in range(12):
        door.orders(game.pk, "blue", f"to red: word {n}", at=NOON + timedelta(minutes=n))
    letters = [letter for letter in made(game=game) if letter.seat == "red"]
    feet = [text_of(letter).partition("\n-- \n")[2].strip().split("\n") for letter in letters]
    telling = [place for place, foot in enumerate(feet, 1) if "Fingerprints" in "\n".join(foot)]
    assert telling == [1, 10]
    assert {len(foot) for place, foot in enumerate(feet, 1) if place not in telling} == {2}
