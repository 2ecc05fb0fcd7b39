"""The registry of commands: the longest that fits is asked, one that answers None passes the line
on, and each is told of.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import seated
from tests.domain.tollbooth import Booth
from traders.domain.letters.plain_text_layout import WIDTH
from traders.domain.play import door
from traders.domain.play.commands import registry
from traders.domain.play.commands.command import Command, Deed, Group
from traders.domain.post.incoming.order_recognition import Reading, recognition
from traders.domain.settings.postal_rules import postal_rules
from traders.domain.table.change_set import Line
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.words import fold

pytestmark = pytest.mark.usefixtures("toll")


@pytest.fixture
def declare(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Deed], None]:
    """Declares a command for the length of a test."""
    monkeypatch.setattr(registry, "_DECLARED", [*registry.declared()])

    def declare(prefix: str, deed: Deed) -> None:
        said = {"help": "Sing.", "example": prefix, "rule": "PR-RECEIPT-05"}
        how = {"when": When.ANY, "group": Group.WORDS, "deed": deed}
        forms = (prefix, f"{prefix} <words>")
        registry.declare(Command(prefix=prefix, forms=forms, **how, **said))

    return declare


def test_a_command_is_given_the_rest_and_the_line_as_typed(declare):
    heard = []

    def sing(session, seat, rest, raw):
        heard.append((seat, rest, raw))
        return Line(raw, "noted", "La.")

    declare("sing", sing)
    assert Booth().line("blue", "Sing A Song.").words == "La."
    assert heard == [("blue", "a song", "Sing A Song.")]


def test_the_longest_that_fits_is_asked(declare):
    declare("sing", lambda session, seat, rest, raw: Line(raw, "noted", "short"))
    declare("sing loudly", lambda session, seat, rest, raw: Line(raw, "noted", "long"))
    booth = Booth()
    assert [line.words for line in booth.says("red", "sing\nsing loudly\nsing softly").lines] == [
        "short",
        "long",
        "short",
    ]


def test_a_command_within_a_longer_word_is_not_meant(declare):
    declare("en", lambda session, seat, rest, raw: Line(raw, "noted", "no"))
    assert Booth().line("red", "end").answer == "done"


def test_a_command_that_answers_none_passes_the_line_on(declare):
    declare("end", lambda session, seat, rest, raw: None)
    assert Booth().line("red", "end").answer == "done"


def test_no_line_begins_with_two_commands(declare):
    with pytest.raises(ValueError, match="declared twice: status"):
        declare("status", lambda session, seat, rest, raw: None)


@pytest.mark.parametrize("command", registry.declared(), ids=lambda command: command.prefix.strip())
def test_each_command_is_told_of(command: Command):
    assert re.fullmatch(r"[A-Z][^\n]{3,98}\.", command.help)
    assert command.forms
    assert any(registry.begins(fold(command.example), prefix) for prefix in command.prefixes)
    assert postal_rules().get(command.rule) is not None
    page = (Path(__file__).resolve().parents[4] / "docs" / "orders.md").read_text("utf-8")
    assert f"`{command.prefix.strip()}" in page or f" {command.prefix.strip()}" in page


def test_each_example_reads_as_an_order_and_not_as_prose():
    game = door.create("star-traders", ("red", "blue"))
    seated.begin(game.pk)
    reads = recognition(game.seats.get(colour="red"))
    assert [
        command.example
        for command in registry.declared()
        if reads(command.example) is Reading.PROSE
    ] == []


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
    assert "It is your turn: road.\n" in booth.line("red", "status").words
    assert "It is Red's turn: road.\n" in booth.line("blue", "status").words
    booth.says("red", "roll")
    told = booth.line("blue", "status").words
    assert "in the Shove window. The die has been rolled." in " ".join(told.split("\n"))
    assert ".." not in told


def test_the_history_speaks_as_letters_do():
    booth = Booth()
    booth.line("red", "roll")
    told = booth.line("red", "history").words
    assert "The game begins." in told
    assert "Red: roll" in told
    assert " start" not in told
    assert "close shove" not in told


def test_help_is_a_screen_of_what_the_registry_says_in_brief():
    told = Booth().line("red", "help").words.splitlines()
    assert len(told) <= 60
    assert max(map(len, told)) <= WIDTH
    words = " ".join(" ".join(told).split())
    for command in registry.declared():
        shown = bool(command.brief) and f" {command.brief}" in words
        assert shown == bool(command.brief and not command.dealing), command.prefix


def test_help_names_what_the_game_has():
    """Toll has no deals and no Zap; an example that it cannot read gives way to its form."""
    told = Booth().line("red", "help").words
    assert "offer" not in told
    assert "stop at <window>" in told
    game = door.create("star-traders", ("red", "blue"))
    seated.begin(game.pk)
    told = door.orders(game.pk, "red", "help").lines[0].words
    assert "stop at zap when my jump fails" in told
    assert "offer blue: 5 stellors for card zap" in told
    assert "ORDERS OF STAR TRADERS\njump, halt, build, " in told


def test_orders_lists_what_can_be_answered_in_a_window_too():
    booth = Booth(shoves=1)
    booth.says("red", "roll")
    told = booth.line("blue", "orders").words
    listed = [line.strip("` ").partition("`")[0] for line in told.splitlines() if line]
    assert {"pass", "hold"} <= set(listed)
    assert max(map(len, told.splitlines())) <= WIDTH
