"""Vacation: clocks stand still for who is away (PR-TURN-06)."""

from __future__ import annotations

import pytest

from tests.domain.clock.table import Table
from traders.models import Absence

pytestmark = pytest.mark.django_db


def test_an_interval_stands_still_for_a_seat_that_is_away_and_runs_on_when_it_is_back() -> None:
    table = Table("red", "blue")
    table.says("blue", "away from 2026-03-03 to 2026-03-05")
    table.at("9h").says("red", "jump")
    assert table.at("21h1m").waits == "quarantine"
    assert table.at("88h").deadline == "93h"
    assert table.at("93h").waits == "quarantine"
    assert table.at("93h1s").waits == "zap"
    assert table.deadline == "105h"


def test_days_are_whole_ones_in_the_seats_zone() -> None:
    table = Table("red", "blue", zones={"blue": "Pacific/Auckland"})
    table.says("blue", "away from 2026-03-04 to 2026-03-04")
    absence = Absence.objects.get()
    assert (absence.begins.isoformat(), absence.ends.isoformat()) == ("2026-03-03T11:00:00+00:00", "2026-03-04T11:00:00+00:00")


def test_an_interval_that_was_open_when_absence_was_announced_keeps_its_deadline() -> None:
    table = Table("red", "blue")
    table.at("9h").says("red", "jump")
    table.at("10h").says("blue", "away from 2026-03-03 to 2026-03-05")
    assert table.deadline == "21h"


def test_the_turn_clock_of_who_is_away_stands_still() -> None:
    table = Table("red", "blue")
    line = table.at("10h").line("red", "Away from 2026-03-03 to 2026-03-04.")
    assert line.answer == "noted"
    assert "4 March 2026" in line.words
    assert table.deadline == "120h"
    assert table.at("2d").line("red", "back").answer == "noted"
    assert table.deadline == "105h"


def test_with_play_on_nothing_stands_still_and_no_day_is_used() -> None:
    table = Table("red", "blue")
    table.says("red", "away from 2026-03-03 to 2026-03-20 play on")
    assert table.deadline == "72h"
    assert table.seat("red").vacation_used == 0


def test_the_allowance_is_counted_and_what_was_not_taken_comes_back() -> None:
    table = Table("red", "blue", vacation_days=5)
    table.says("blue", "away from 2026-03-03 to 2026-03-05")
    assert table.seat("blue").vacation_used == 3
    refused = table.line("blue", "away from 2026-03-10 to 2026-03-12")
    assert refused.rules == ("PR-TURN-06",)
    assert "2 days" in refused.words
    table.at("20h").says("blue", "back")
    assert table.seat("blue").vacation_used == 1
    assert table.line("blue", "away from 2026-03-10 to 2026-03-12").answer == "noted"


@pytest.mark.parametrize(
    ("text", "rules", "kind"),
    [
        ("away", (), "unreadable"),
        ("away from tomorrow to monday", (), "unreadable"),
        ("away from 2026-02-30 to 2026-03-01", (), "unreadable"),
        ("away from 2026-03-09 to 2026-03-03", (), "unreadable"),
        ("away from 2026-02-01 to 2026-02-05", ("PR-TURN-06",), "illegal"),
        ("away from 0001-01-01 to 9999-12-31", ("PR-TURN-06",), "illegal"),
        ("back", ("PR-TURN-06",), "illegal"),
    ],
)
def test_what_cannot_be_is_refused_in_words(text: str, rules: tuple[str, ...], kind: str) -> None:
    line = Table("red", "blue").line("blue", text)
    assert (line.answer, line.rules, line.kind) == ("refused", rules, kind)
    assert line.words


def test_absences_do_not_overlap() -> None:
    table = Table("red", "blue")
    table.says("blue", "away from 2026-03-03 to 2026-03-05")
    assert table.line("blue", "away from 2026-03-05 to 2026-03-06").rules == ("PR-TURN-06",)


def test_a_seat_that_left_comes_back_while_it_is_free() -> None:
    table = Table("red", "blue")
    table.says("blue", "resign\nyes")
    assert table.open_kinds() == ["reminder", "seat", "turn"]
    assert table.line("blue", "back").answer == "done"
    assert table.seat("blue").left is None
    assert table.open_kinds() == ["reminder", "turn"]
