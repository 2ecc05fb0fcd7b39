"""Hours that are past count as they were when they passed, whatever is set later: a player's zone,
the game's playing hours, who has the seat (PR-TURN-07, PR-INTERVAL-09, PR-SEAT-12).
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.domain.deadlines.table import START, Table
from tests.domain.deadlines.test_vacant_seat_clocks import resigned
from traders.domain.calendar import clock
from traders.domain.deadlines import answer_time_model, deadline_changes
from traders.domain.deadlines.answer_time_model import Answer, Habits
from traders.domain.people import zone_changes
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.engines.kernel.refusal import Refusal
from traders.models import DeadlineKind, Player

pytestmark = pytest.mark.django_db
NIGHT = {"night": ["22:00", "08:00"]}


def moves(table: Table, seat: str, zone: str) -> None:
    """The player of a seat goes to another zone, and all clocks are reckoned anew."""
    player = table.seat(seat).player
    assert player is not None
    zone_changes.change(player, zone)
    player.save()
    deadline_changes.reckon_anew(table.game, clock.now())


def due(table: Table, kind: DeadlineKind) -> timedelta:
    row = table.row(kind).due
    assert row is not None
    return row - START


def test_what_runs_keeps_the_zone_in_which_it_began() -> None:
    table = Table("red", "blue", turn_time="24h", grace="12h", bank_limit="0h", **NIGHT)
    assert table.deadline == "34h"  # Tuesday at 19: thirteen hours of Monday, eleven of Tuesday
    table.at("10h").says("red", "propose 24h more for red")
    vote = due(table, DeadlineKind.VOTE)
    reminder = due(table, DeadlineKind.REMINDER)
    table.at("11h")
    moves(table, "red", "Asia/Tokyo")
    moves(table, "blue", "Asia/Tokyo")
    assert (table.deadline, due(table, DeadlineKind.REMINDER)) == ("34h", reminder)
    table.says("red", "away from 2026-03-28 to 2026-03-28")  # votes are looked at anew
    assert due(table, DeadlineKind.VOTE) == vote
    table.at("34h1s")
    assert due(table, DeadlineKind.TURN) == timedelta(hours=56)  # Wednesday at 17, in UTC still
    table.says("red", "end")
    # blue's turn begins in Tokyo at 4 in the night: it is day there from 23 to 13 UTC
    assert table.deadline == "72h"


def test_no_number_of_moves_makes_past_hours_others() -> None:
    table = Table("red", "blue", turn_time="24h", grace="12h", bank_limit="0h", **NIGHT)
    player = table.at("12h").seat("red").player
    assert player is not None
    for number in range(zone_changes.MOST):
        zone_changes.change(player, ("Asia/Tokyo", "Pacific/Auckland")[number % 2])
    with pytest.raises(Refusal, match="60 times"):
        zone_changes.change(player, "UTC")
    player.save()
    deadline_changes.reckon_anew(table.game, clock.now())
    assert table.deadline == "34h"
    before = (clock.now() - timedelta(days=366)).isoformat()
    player.zones_before[0][0] = before
    zone_changes.change(player, "UTC")
    assert [len(player.zones_before), player.zones_before[0][0] == before] == [60, False]


def test_a_window_and_its_reminder_and_server_passes_keep_it_too() -> None:
    table = Table("red", "blue", interval_time="12h", interval_floor="6h", **NIGHT)
    table.at("9h").says("red", "jump")
    kinds = (DeadlineKind.INTERVAL, DeadlineKind.FLOOR)
    before = [due(table, kind) for kind in kinds]
    assert table.deadline == "31h"  # four hours until 22, eight from 8 on
    table.at("13h")
    moves(table, "blue", "America/Los_Angeles")
    assert [due(table, kind) for kind in kinds] == before
    table.at("26h").says("blue", "pass")
    assert (table.waits, table.seat("blue").purse) == ("zap", 69 * 3_600)


def test_days_away_are_given_back_as_they_were_taken() -> None:
    table = Table("red", "blue", vacation_days=9)
    table.says("blue", "away from 2026-03-02 to 2026-03-03")
    moves(table.at("1h"), "blue", "Asia/Tokyo")
    table.at("2h").says("blue", "back")
    assert table.seat("blue").vacation_used == 1  # two days of London are parts of three of Tokyo


def test_a_free_seat_s_time_that_has_passed_stays_as_it_was() -> None:
    table = Table("red", "blue", substitution_time="200h", turn_time="600h")
    resigned(table.at("1h"), "blue")
    table.at("170h")
    door.change_settings(table.id, {"weekends": False}, "we agreed on it")
    deadline_changes.reckon_anew(table.game, clock.now())
    assert due(table, DeadlineKind.SEAT) == timedelta(hours=201)  # with the weekend that was played


def test_waiting_is_charged_by_the_hours_in_which_it_was() -> None:
    table = Table("red", "blue", "green", interval_time="24h", purse="72h")
    table.at("9h").says("red", "jump")
    table.at("29h").says("blue", "pass")  # twenty hours, of which four are free
    door.change_settings(table.id, NIGHT, "we sleep")
    table.at("30h").says("green", "pass")
    assert [table.seat(one).purse // 3600 for one in ("blue", "green")] == [56, 55]


def test_who_takes_the_seat_finds_the_hours_as_they_were() -> None:
    table = Table("red", "blue", interval_time="12h", holding_time="24h", **NIGHT)
    moves(table, "blue", "Asia/Tokyo")  # where it is night from 13 to 23 UTC
    table.at("9h").says("red", "jump")
    table.says("blue", "hold")
    assert table.deadline == "70h"
    resigned(table.at("12h"), "blue")
    kim = Player.objects.create_user("kim@example.org", display_name="Kim")
    leaving_and_taking_seats.take(table.at("28h").id, "blue", kim)
    assert table.deadline == "60h"  # fourteen of its thirty-six hours had passed in Tokyo


def test_answers_are_of_the_hour_that_it_was_there() -> None:
    moved = START + timedelta(days=40)

    def zone_at(at: datetime) -> ZoneInfo:
        return ZoneInfo("Europe/Berlin" if at < moved else "Asia/Tokyo")

    answers = [
        Answer(False, at - timedelta(hours=2), at, at)
        for at in (
            datetime(2026, 3, 2, 19, tzinfo=UTC) + timedelta(days=day)
            for day in range(answer_time_model.FEW)
        )
    ]
    here = Habits.of(answers, ZoneInfo("Asia/Tokyo"), own=False)
    there = Habits.of(answers, ZoneInfo("Asia/Tokyo"), own=False, zone_at=zone_at)
    assert 20 in there.awake and 4 not in there.awake and 4 in here.awake
