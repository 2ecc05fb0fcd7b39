"""`as you suggest`, in a letter, sends the lines that the newest letter suggested, as long as these
stand; else nothing is done (PR-RECEIPT-09).
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.domain.letters.real import gone, table
from tests.domain.letters.table import NOON
from traders.domain.history.moment_labels import label_of
from traders.domain.letters.letter_facts import decode
from traders.domain.play import door
from traders.domain.table.change_set import Line
from traders.models import Game, Letter, Player, Source

pytestmark = pytest.mark.django_db

SAYINGS = (
    "as you suggest",
    "Same as you suggest, please!",
    "Thanks :) ok, same as you suggest",
    "I'll do what you suggested.",
    "OK, go with your suggestion",
    "Send the good turn",
)


@pytest.fixture
def game() -> Game:
    game = table()
    door.begin(game.pk, at=NOON)
    game.refresh_from_db()
    return game


def newest(game: Game) -> Letter:
    gone(game=game, seat="red")
    return Letter.objects.filter(game=game, seat="red").order_by("-pk")[0]


def say(
    game: Game, text: str, moment: str, minutes: int = 10, source: Source = Source.LETTER
) -> list[Line]:
    at = NOON + timedelta(minutes=minutes)
    return door.orders(game.pk, "red", text, source=source, moment=moment, at=at).lines


def suggested(letter: Letter) -> list[str]:
    found = decode(letter.facts).suggestion
    assert found is not None
    return list(found.orders)


@pytest.mark.parametrize("text", SAYINGS)
def test_the_lines_of_the_letter_are_sent(game: Game, text: str) -> None:
    letter = newest(game)
    came = say(game, text, label_of(letter))
    lines = suggested(letter)
    assert [line.text for line in came if line.text] == lines[: len(came)]
    assert came[0].answer in ("done", "opened")


@pytest.mark.parametrize(
    "text",
    [
        "I won't do as you suggest",
        "as you suggest, but without the card",
        "Blue, do as I suggest",
        "I did what you suggested",
        "What do you suggest?",
        "Shall I do as you suggest?",
    ],
)
def test_prose_and_questions_about_it_send_nothing(game: Game, text: str) -> None:
    letter, before = newest(game), game.number
    came = say(game, text, label_of(letter))
    game.refresh_from_db()
    assert all(line.answer in ("refused", "told") for line in came)
    assert game.number == before


def test_beside_another_order_it_is_refused(game: Game) -> None:
    letter = newest(game)
    came = say(game, "status\nas you suggest", label_of(letter))
    assert came[-1].answer == "refused"
    assert "alone" in came[-1].words


def test_what_was_suggested_before_an_order_is_not_sent_after_it(game: Game) -> None:
    """Its reader saw other lines than would be sent now."""
    letter = newest(game)
    say(game, suggested(letter)[0], label_of(letter))
    game.refresh_from_db()
    before = game.number
    [line] = say(game, "as you suggest", label_of(letter), 11)
    game.refresh_from_db()
    assert (line.answer, game.number) == ("refused", before)
    assert "Play has gone on" in line.words
    [line, *_] = say(game, "as you suggest", label_of(newest(game)), 12)
    assert line.answer == "done"


def test_who_wants_no_suggestions_has_none(game: Game) -> None:
    Player.objects.update(hints=False)
    [line] = say(game, "as you suggest", label_of(newest(game)))
    assert line.answer == "refused"
    assert "I suggest nothing here" in line.words


@pytest.mark.parametrize("text", ["yes", "Yes please!", "OK, sounds good!", "Go ahead"])
def test_a_bare_yes_sends_what_is_suggested(game: Game, text: str) -> None:
    letter = newest(game)
    came = say(game, text, label_of(letter))
    assert [line.text for line in came if line.text] == suggested(letter)[: len(came)]


def test_a_bare_yes_sends_nothing_that_no_letter_suggested(game: Game) -> None:
    """It is no order that waits for it either."""
    letter = newest(game)
    Player.objects.update(hints=False)
    [line] = say(game, "yes", label_of(letter))
    assert (line.answer, line.kind) == ("refused", "stale")
