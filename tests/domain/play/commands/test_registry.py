"""The table of words: the longest that fits is asked, and one that answers None passes the line on."""

from __future__ import annotations

import pytest

from tests.domain.tollbooth import Booth
from traders.domain.play.commands import registry
from traders.domain.table.passage import Line

pytestmark = pytest.mark.usefixtures("toll")


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> dict[str, registry.Word]:
    """The table, which a test may add to."""
    copy = dict(registry._WORDS)
    monkeypatch.setattr(registry, "_WORDS", copy)
    return copy


def test_a_word_is_given_the_rest_and_the_line_as_typed(table):
    heard = []

    def sing(desk, seat, rest, raw):
        heard.append((seat, rest, raw))
        return Line(raw, "noted", "La.")

    registry.enter("sing", sing)
    assert Booth().line("blue", "Sing A Song.").words == "La."
    assert heard == [("blue", "a song", "Sing A Song.")]


def test_the_longest_that_fits_is_asked(table):
    registry.enter("sing", lambda desk, seat, rest, raw: Line(raw, "noted", "short"))
    registry.enter("sing loudly", lambda desk, seat, rest, raw: Line(raw, "noted", "long"))
    booth = Booth()
    assert [line.words for line in booth.says("red", "sing\nsing loudly\nsing softly").lines] == ["short", "long", "short"]


def test_a_word_within_a_longer_one_is_not_meant(table):
    registry.enter("en", lambda desk, seat, rest, raw: Line(raw, "noted", "no"))
    assert Booth().line("red", "end").answer == "done"


def test_a_word_that_answers_none_passes_the_line_on(table):
    registry.enter("end", lambda desk, seat, rest, raw: None)
    assert Booth().line("red", "end").answer == "done"


def test_resign_with_more_is_no_resigning():
    booth = Booth()
    assert booth.line("red", "resign myself to fate").kind == "unreadable"
    assert booth.game.seats.filter(left=None).count() == 3


@pytest.mark.parametrize("word", ["status", "history", "orders", "help"])
def test_questions_change_nothing(word):
    booth = Booth()
    before = booth.entries()
    assert booth.line("green", word, "t99").answer == "told"
    assert booth.entries() == before


def test_status_says_what_play_waits_for_in_sentences_and_seats_as_they_are_called():
    booth = Booth(shoves=1)
    assert "Play waits for you.\n" in booth.line("red", "status").words
    assert "Play waits for Red.\n" in booth.line("blue", "status").words
    booth.says("red", "roll")
    told = booth.line("blue", "status").words
    assert "The interval shove is open: The die has been rolled. You have not passed.\n" in told
    assert ".." not in told


def test_the_history_speaks_as_letters_do():
    booth = Booth()
    booth.line("red", "roll")
    told = booth.line("red", "history").words
    assert "The game begins." in told
    assert "Red: roll" in told
    assert " start" not in told
    assert "close shove" not in told


def test_help_names_what_the_game_has():
    assert "offer blue" not in Booth().line("red", "help").words  # there are no deals in it
