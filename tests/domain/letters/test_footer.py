"""The footer of a letter: two lines, and now and then the fingerprints of the game's record."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.domain.letters.real import ASKED, begun, made, say
from tests.domain.letters.table import NOON
from tests.domain.letters.test_reading import opened, text_of
from traders.domain.play import door
from traders.models import Letter, LetterStatus

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


def test_a_board_that_did_not_change_is_linked() -> None:
    """What asks twice of the same board shows it once."""
    game = begun(ASKED)
    made(game=game)
    say(game, "red", "jump niven", "", 1)
    [first] = made(game=game, seat="blue", kind="interval")
    again = Letter.objects.get(pk=first.pk)
    again.pk, again.key, again.message_id = None, "e2.1", f"again.{first.message_id}"
    again.status, again.raw, again.picture = LetterStatus.WRITTEN, None, None
    again.save(force_insert=True)
    [first, again] = made(game=game, seat="blue", kind="interval")
    shown, linked = (opened(one).get_body(("html",)).get_content() for one in (first, again))
    assert first.picture is not None and "cid:" in shown
    assert again.picture is None and "cid:" not in linked
    assert "as my last picture showed it" in linked
