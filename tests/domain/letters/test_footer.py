"""The footer of a letter: two lines, and now and then the fingerprints of the game's record."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.domain.letters.real import ASKED, begun, made, say
from tests.domain.letters.table import NOON
from tests.domain.letters.test_reading import opened, text_of
from traders.domain.letters.board_name import board_name
from traders.domain.letters.letter_facts import decode
from traders.domain.letters.letter_recipient import reader_of
from traders.domain.letters.render import render
from traders.domain.play import door
from traders.models import Letter, LetterStatus, Player, Seat

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


def twice(**changes: Any) -> tuple[Letter, str]:
    """A letter that was made after another of the same board: like that one but for what is said,
    and its HTML.
    """
    game = begun(ASKED)
    made(game=game)
    say(game, "red", "jump niven", "", 1)
    [first] = made(game=game, seat="blue", kind="interval")
    assert first.picture is not None
    assert "cid:" in shown_in(first)
    again = Letter.objects.get(pk=first.pk)
    again.pk, again.key, again.message_id = None, "e2.1", f"again.{first.message_id}"
    again.status, again.raw, again.picture = LetterStatus.WRITTEN, None, None
    for name, value in changes.items():
        setattr(again, name, value)
    again.save(force_insert=True)
    Seat.objects.filter(game=game, colour="blue").update(player=again.player)
    made(pk=again.pk)
    again.refresh_from_db()
    return again, shown_in(again)


def shown_in(letter: Letter) -> str:
    return str(opened(letter).get_body(("html",)).get_content())


def test_a_board_that_did_not_change_is_linked() -> None:
    """What asks twice of the same board shows it once."""
    again, linked = twice()
    assert again.picture is None
    assert "cid:" not in linked
    assert "as my last picture showed it" in linked


def test_who_was_not_sent_the_last_picture_is_shown_the_board() -> None:
    """It went to who had the seat before."""
    kim = Player.objects.create_user("kim@example.org", display_name="Kim")
    again, shown = twice(player=kim)
    assert again.picture is not None
    assert "as my last picture showed it" not in shown


@pytest.mark.parametrize(("kind", "extra"), [("over", {}), ("turn", {"handed": {}})])
def test_the_last_letter_and_a_substitutes_first_show_all_of_the_board(
    kind: str, extra: dict[str, Any]
) -> None:
    game = begun(ASKED)
    letter = made(game=game, seat="red")[0]
    facts = decode(letter.facts)
    facts.extra = {**facts.extra, **extra}
    reader = reader_of(letter)
    whole = render(kind, facts, reader)
    assert whole.svg
    assert whole.part is None
    assert render(kind, facts, reader, board_name(whole.svg)) == whole
