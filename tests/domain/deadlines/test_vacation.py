"""Vacation: clocks stand still for who is away (PR-TURN-06)."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from tests.domain.deadlines.table import Table
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats, vacation
from traders.engines.kernel.refusal import Refusal
from traders.models import Absence, Game, Phase, Player, Seat

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
    assert (absence.begins.isoformat(), absence.ends.isoformat()) == (
        "2026-03-03T11:00:00+00:00",
        "2026-03-04T11:00:00+00:00",
    )


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
        ("away from tomorrow to someday", (), "unreadable"),
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


def test_who_is_back_is_told_what_is_so() -> None:
    table = Table("red", "blue")
    table.says("blue", "away from 2026-03-04 to 2026-03-05")
    called_off = table.at("2h").line("blue", "back")
    assert called_off.words == "Your days away are called off; your clocks never stopped."
    table.says("blue", "away from 2026-03-04 to 2026-03-05 play on")
    assert table.at("2d").line("blue", "back").words == "You are back."
    table.says("red", "away from 2026-03-05 to 2026-03-06")
    assert table.at("3d").line("red", "back").words == "You are back, and your clocks run again."


def test_days_that_were_called_off_stand_in_nobodys_way() -> None:
    table = Table("red", "blue")
    for days in ("2026-03-04 to 2026-03-04", "2026-03-10 to 2026-03-11"):
        table.says("blue", f"away from {days}")
    for used in (2, 0):  # one after the other
        assert table.line("blue", "back").words.startswith("Your days away are called off")
        assert table.seat("blue").vacation_used == used
    assert table.line("blue", "back").rules == ("PR-TURN-06",)
    assert table.line("blue", "away from 2026-03-03 to 2026-03-12").answer == "noted"


def test_absences_do_not_overlap() -> None:
    table = Table("red", "blue")
    table.says("blue", "away from 2026-03-03 to 2026-03-05")
    assert table.line("blue", "away from 2026-03-05 to 2026-03-06").rules == ("PR-TURN-06",)


def test_days_far_ahead_are_refused_and_told_what_is_allowed() -> None:
    line = Table("red", "blue").line("blue", "away from 2026-03-05 to 9999-12-31")
    assert (line.answer, line.rules) == ("refused", ("PR-TURN-06",))
    assert re.search(r"until \d+ march 2027 at the latest", line.words)


def test_a_seat_that_left_comes_back_while_it_is_free() -> None:
    table = Table("red", "blue")
    table.says("blue", "resign\nyes")
    assert table.open_kinds() == ["reminder", "seat", "turn"]
    assert table.line("blue", "back").answer == "done"
    assert table.seat("blue").left is None
    assert table.open_kinds() == ["reminder", "turn"]


@pytest.mark.parametrize(
    ("first", "last", "days"),
    [
        ("24 december", "2 january", ("2026-12-24", "2027-01-02")),
        ("24 Dec", "2 Jan", ("2026-12-24", "2027-01-02")),
        ("Dec 24th", "January 2nd, 2027", ("2026-12-24", "2027-01-02")),
        ("the 24th of december", "the 2nd of january", ("2026-12-24", "2027-01-02")),
        ("a 24th of december", "2 january", None),
        ("24th of december 2026", "2 jan 2027", ("2026-12-24", "2027-01-02")),
        ("24.12.", "2.1.", ("2026-12-24", "2027-01-02")),
        ("24. 12. 2026", "2. 1. 2027", ("2026-12-24", "2027-01-02")),
        ("24.12", "2.1.2027.", ("2026-12-24", "2027-01-02")),
        ("2026-12-24", "2027-1-2", ("2026-12-24", "2027-01-02")),
        ("24", "27 december", ("2026-12-24", "2026-12-27")),
        ("24.", "27. Dec.", ("2026-12-24", "2026-12-27")),
        (
            "28 february",
            "10 march",
            ("2026-02-28", "2026-03-10"),
        ),  # two days ago: who is away already says so late
        ("3 march", "3 march", ("2026-03-03", "2026-03-03")),
        ("1 march", "29 february", ("2026-03-01", "2028-02-29")),
        ("31 april", "2 may", None),
        ("24 j", "2 ju", None),
        ("24/12", "2/1", None),
        ("0.0.", "99.99.", None),
    ],
)
def test_days_are_written_as_people_write_them(
    first: str, last: str, days: tuple[str, str] | None
) -> None:
    today = date(2026, 3, 2)
    for text in (f"away from {first} to {last}", f"Away {first} until {last} play on"):
        if days is None:
            with pytest.raises(Refusal):
                vacation.read(text, today)
        else:
            begin, end, play_on = vacation.read(text, today)
            assert (str(begin), str(end), play_on) == (*days, "play on" in text)


def test_the_manuals_own_example_counts_and_says_from_when() -> None:
    manual = re.search(r"`(away from [^`]+)`", Path("docs/players.md").read_text())
    assert manual is not None
    table = Table("red", "blue", vacation_days=300)
    line = table.line("blue", manual[1])
    assert (line.answer, line.words) == (
        "noted",
        "You will be away from 24 December 2026 until the end of 2 January 2027; your clocks stop "
        "then. Back earlier? Write `back`.",
    )


def test_what_is_offered_instead_lies_ahead_and_can_be_written() -> None:
    table = Table("red", "blue")
    for order in table.line("blue", "away soon").instead:
        begin, end, _ = vacation.read(order, date(2026, 3, 2))
        assert date(2026, 3, 2) < begin < end


def test_days_away_are_of_who_announced_them_and_not_of_who_takes_the_seat() -> None:
    # PR-SEAT-01
    table = Table("red", "blue")
    table.says("red", "away from 2026-03-03 to 2026-03-12")
    table.says("red", "away from 2026-03-20 to 2026-03-21")
    table.at("30h").says("red", "resign\nyes")
    leaving_and_taking_seats.take(table.id, "red", Player.objects.create(email="ann@post.test"))
    assert table.deadline == "102h"  # the whole turn time
    assert table.seat("red").vacation_used == 1
    assert table.line("red", "back").answer == "refused"


# --- in all games at once -------------------------------------------------------------------------


def seated(player: Player, *tables: Table) -> None:
    for table in tables:
        Seat.objects.filter(game=table.id, colour="red").update(player=player)
        Game.objects.filter(pk=table.id).update(title=f"Game {table.id}")


def test_away_everywhere_stops_the_clocks_of_all_games_and_says_where_not() -> None:
    here, there, used = (Table("red", "blue", vacation_days=days) for days in (21, 21, 1))
    theirs = Table("red", "blue")
    seated(Player.objects.create(email="ann@post.test"), here, there, used)
    line = here.at("1h").line("red", "away everywhere from 2026-03-03 to 2026-03-04")
    assert line.answer == "noted"
    stopped = [table.deadline for table in (here, there, used, theirs)]
    assert stopped == ["120h", "120h", "72h", "72h"]
    assert f"That is so in Game {here.id} and Game {there.id}." in line.words
    assert f"Not in Game {used.id}: That is 2 days; you have 1 day left this season." in line.words
    assert line.words.endswith("Back earlier? Write `back everywhere`.")
    line = there.at("2h").line("red", "back everywhere")
    assert line.words == (
        "Your days away are called off; your clocks never stopped. "
        f"That is so in Game {there.id} and Game {here.id}."
    )
    assert [table.deadline for table in (here, there)] == ["72h", "72h"]
    assert not Seat.objects.exclude(vacation_used=0).exists()


def test_away_everywhere_is_refused_where_no_game_allows_it() -> None:
    tables = [Table("red", "blue", vacation_days=days) for days in (1, 2)]
    seated(Player.objects.create(email="ann@post.test"), *tables)
    line = tables[0].line("red", "away everywhere from 2026-03-03 to 2026-03-05")
    assert (line.answer, line.rules) == ("refused", ("PR-TURN-06",))
    assert all(f"Not in Game {table.id}" in line.words for table in tables)
    assert not Absence.objects.exists()
    assert tables[0].line("red", "back everywhere").rules == ("PR-TURN-06",)
    assert tables[0].line("red", "away everywhere").kind == "unreadable"


def test_away_everywhere_holds_in_a_game_that_gathers_players_and_in_none_that_is_over() -> None:
    here, over = Table("red", "blue"), Table("red", "blue")
    Game.objects.filter(pk=over.id).update(phase=Phase.OVER)
    seated(player := Player.objects.create(email="ann@post.test"), here, over)
    gathers = door.create("skiff", ("red", "blue"), title="Soon")
    Seat.objects.filter(game=gathers, colour="red").update(player=player)
    words = here.line("red", "away everywhere from 2026-03-03 to 2026-03-04").words
    assert f"That is so in Game {here.id} and Soon." in words
    assert Absence.objects.count() == 2
