"""The next window of a deed is answered below the answer to this one (PR-STANDING-01)."""

from __future__ import annotations

from typing import Any

import pytest

from traders.domain.history.dice import ScriptedDice
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import asked_seats, game_progression
from traders.domain.table.change_set import Line
from traders.domain.table.sealed_note_as_typed import as_typed
from traders.domain.table.table import Table
from traders.domain.table.table_data_types import Patience
from traders.engines.kernel.contract.contract import Interval
from traders.engines.registry import engine
from traders.models import SealedKind, Source

SEATS = ("red", "blue", "green")
HANDS = {"blue": {"hand": ["Zap", "Zap"]}, "green": {"hand": ["Piracy"]}}


class Jump:
    """Red jumps by a line that needs a roll; blue holds two Zaps."""

    def __init__(self, *dice: int, timing: str = "table", people: Any = SEATS) -> None:
        game = engine("star-traders")
        start = {"red": {"at": "Mink", "hand": ["Piracy"]}, **HANDS}
        self.table = Table(
            game,
            game.position(SEATS, {}, start),
            chance=ScriptedDice(list(dice)).throw,
            timing=timing,
            patience=Patience(people=frozenset(people)),
        )
        game_progression.go_on(self.table)
        self.says("red", "jump niven regular")

    def says(self, seat: str, *lines: str) -> list[Line]:
        return Speech(self.table, seat, self.moment).speak("\n".join(lines))

    @property
    def moment(self) -> str:
        pending = self.table.pending()
        return f"i{pending.key}" if isinstance(pending, Interval) else ""

    @property
    def window(self) -> str:
        pending = self.table.pending()
        return pending.name if isinstance(pending, Interval) else ""

    @property
    def unasked(self) -> frozenset[str]:
        return asked_seats.unasked(self.table, self.table.pending())

    def others_pass(self) -> None:
        for seat in ("red", "green"):
            self.says(seat, "pass")

    def passes_for_blue(self) -> None:
        """The hour that was drawn has come."""
        pending: Any = self.table.pending()
        asked_seats.pass_for(self.table, "blue", pending.key)
        game_progression.go_on(self.table)

    @property
    def played(self) -> list[str]:
        return [one.text for one in self.table.moves if one.kind == "order" and one.seat == "blue"]

    @property
    def dropped(self) -> list[str]:
        return [as_typed(said) for said in self.table.said if said.outcome == "replaced"]

    @property
    def kept(self) -> list[str]:
        return [said.text for said in self.table.open(SealedKind.AHEAD)]


def test_an_answer_ahead_is_given_when_its_window_opens_and_its_seat_is_not_asked() -> None:
    jump = Jump(6)
    assert jump.window == "quarantine"
    jump.others_pass()
    told = jump.says("blue", "pass", "next if red rolls 5 or better: play zap down", "next: pass")
    assert [line.answer for line in told] == ["noted"] * 3
    assert "(Zap window or Lost window)" in told[1].words
    assert (jump.window, "blue" in jump.unasked, jump.kept) == ("zap", True, [])
    jump.others_pass()
    assert jump.window == "zap", "when it closes tells nobody that blue had answered already"
    assert "blue" in jump.table.waiting()
    jump.passes_for_blue()
    assert jump.played == ["play zap down (throw 1)"]


def test_where_no_condition_holds_the_next_line_counts_and_without_one_the_seat_is_asked() -> None:
    fails = "next if red rolls 5 or better: play zap down"
    for lines, unasked in (((fails, "next: pass"), True), ((fails,), False)):
        jump = Jump(2)
        jump.others_pass()
        jump.says("blue", "pass", *lines)
        assert jump.window == "zap"
        assert ("blue" in jump.unasked, jump.kept, jump.played) == (unasked, [], [])


def test_it_is_dropped_with_the_answer_above_it() -> None:
    for taken_back in ("undo", "pass"):
        jump = Jump(6)
        jump.says("blue", "pass", "next: pass")
        jump.says("blue", taken_back)
        assert jump.kept == [], taken_back


def test_undo_names_what_it_drops() -> None:  # PR-BACKUP-03
    jump = Jump(6)
    fails = "next if red rolls 5 or better: play zap down"
    jump.says("blue", "pass", fails, "next: pass")
    [told] = jump.says("blue", "undo")
    assert told.words == f"You took back `pass`, and with it `{jump.dropped[0]}` and `next: pass`."
    assert jump.dropped[0].startswith("next if red rolls 5 or")


def test_a_letter_in_the_window_says_otherwise() -> None:  # PR-STANDING-03
    jump = Jump(6)
    jump.others_pass()
    jump.says("blue", "pass", "next: play zap down")
    jump.says("blue", "pass")
    jump.others_pass()
    assert (jump.window != "zap", jump.played) == (True, [])


def test_it_is_for_that_deed_alone() -> None:
    jump = Jump(1, 6)  # the first attempt fails at once: blue's Zap cannot save it
    jump.others_pass()
    jump.says("blue", "pass", "next if red rolls 5 or better: play zap down")
    assert jump.window == "zap"
    jump.says("blue", "pass", "next: play zap down")
    jump.others_pass()
    assert (jump.window, jump.kept) == ("", []), "the jump is over"


def test_under_stops_all_of_the_deed_goes_on_at_once() -> None:
    jump = Jump(6, timing="stops", people=("blue",))
    assert jump.window == "", "nobody stops it"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (("next: pass",), "stands below your answer"),
        (("pass", "next if red hiccups: pass"), "hiccups"),
        (("pass", "next: paint it"), "paint"),
    ],
)
def test_what_cannot_be_kept_is_refused_and_play_goes_on(lines: Any, words: str) -> None:
    jump = Jump(6)
    jump.others_pass()
    told = jump.says("blue", *lines)
    assert told[-1].answer == "refused"
    assert words in told[-1].words
    assert jump.window == ("quarantine" if len(lines) == 1 else "zap")


def test_a_window_that_nothing_follows_takes_no_answer_ahead() -> None:
    jump = Jump(6)
    for _ in range(2):
        for seat in SEATS:
            jump.says(seat, "pass")
    assert jump.window == "lost"
    assert jump.says("blue", "pass", "next: pass")[-1].rules == ("PR-INTERVAL-01",)


def test_a_seat_that_no_letter_reaches_has_passed_at_once() -> None:
    jump = Jump(6, people=())
    jump.others_pass()
    jump.says("blue", "pass", "next: pass")
    jump.others_pass()
    assert jump.window == "lost"
    assert Source.SERVER in {said.source for said in jump.table.said if said.kind == "pass"}
