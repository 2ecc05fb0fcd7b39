"""What seats say to each other by the post."""

from __future__ import annotations

import pytest

from tests.domain.tollbooth import Booth
from traders.domain.play.commands.press_messages import MOST_LETTERS
from traders.domain.table.change_set import SaidMessage
from traders.models import Press

pytestmark = pytest.mark.usefixtures("toll")


@pytest.mark.parametrize(
    ("text", "to"),
    [
        ("say: Hello, All.", ""),
        ("to blue: Hello, All.", "blue"),
        ("TO BLUE:   Hello, All.", "blue"),
        ("ｓａｙ：Hello, All.", ""),
        ("Ｔｏ　ｂｌｕｅ： Hello, All.", "blue"),
    ],
)
def test_words_are_carried_as_typed_to_whom_they_are_for(text, to):
    booth = Booth()
    change_set = booth.says("red", text)
    assert change_set.press == [SaidMessage("red", to, "Hello, All.", "red")]
    assert list(Press.objects.filter(game_id=booth.id).values_list("seat", "to", "words")) == [
        ("red", to, "Hello, All.")
    ]
    assert change_set.last < change_set.first


def test_only_what_stands_before_the_words_is_made_plain():
    booth = Booth()
    line = booth.line("red", "ｓａｙ：ＡＢ：ｃ ②")
    assert (line.answer, line.text) == ("noted", "ｓａｙ：ＡＢ：ｃ ②")
    assert Press.objects.get(game_id=booth.id).words == "ＡＢ：ｃ ②"


@pytest.mark.parametrize(
    "text",
    [
        "say:",
        "ｓａｙ：",
        "to blue:",
        "to pink: hello",
        "to red: hello",
        f"say: {'x' * (MOST_LETTERS + 1)}",
    ],
)
def test_what_cannot_be_carried_is_refused(text):
    booth = Booth()
    line = booth.line("red", text)
    assert (line.answer, line.kind) == ("refused", "unreadable")
    assert not Press.objects.filter(game_id=booth.id).exists()


def test_the_refusal_names_to_whom_one_may_write():
    assert Booth().line("red", "to pink: hello").instead == ("to blue: ...", "to green: ...")


def test_press_is_said_out_of_turn_and_never_stale():
    assert Booth().line("green", "say: I wait", "t99").answer == "noted"


def test_what_nobody_sees_is_carried_to_nobody():
    booth = Booth()
    booth.says("red", "say: a\x07b\u202ec\u2066d\ud800e\u200ff\x1b[31m\U000e0041")
    booth.says("red", "say: \u0645\u06cc\u200c\u062e \U0001f469\u200d\U0001f680 gr\u00fc\u00dfe")
    assert [press.words for press in Press.objects.filter(game_id=booth.id)] == [
        "abcdef[31m",
        "\u0645\u06cc\u200c\u062e \U0001f469\u200d\U0001f680 gr\u00fc\u00dfe",
    ]
