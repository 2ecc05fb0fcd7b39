"""Sweeping: once each, in order, by any number of sweepers; what cannot be done is set back;
reminders.
"""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.domain.deadlines.table import START, Table
from tests.domain.post.incoming.readers import in_anothers_hands
from traders.domain.calendar import clock
from traders.domain.deadlines import deadline_changes
from traders.domain.play import door
from traders.domain.timeline import due_work_sweep
from traders.models import (
    Arrival,
    ArrivalStatus,
    Deadline,
    DeadlineKind,
    Entry,
    Game,
    Letter,
    LetterKind,
    Player,
    Seat,
)


@pytest.mark.django_db
def test_a_deadline_is_carried_out_once_however_often_it_is_swept() -> None:
    table = Table("red", "blue")
    table.says("red", "jump")
    clock.set_to(START + timedelta(hours=12, seconds=1))
    assert due_work_sweep.sweep().done == 1
    assert (
        due_work_sweep.sweep().done,
        Entry.objects.filter(game_id=table.id, kind="close").count(),
    ) == (
        0,
        1,
    )


@pytest.mark.django_db
def test_what_is_not_due_yet_is_left_alone() -> None:
    table = Table("red", "blue")
    table.says("red", "jump")
    clock.set_to(START + timedelta(hours=12))
    due_work_sweep.sweep()  # the reminder alone is due
    assert due_work_sweep.due_rows() == []
    assert table.waits == "quarantine"


@pytest.mark.django_db
def test_in_running_time_two_seconds_go_by_first(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("red", "blue")
    table.says("red", "jump")
    Deadline.objects.filter(kind=DeadlineKind.REMINDER).delete()
    due = START + timedelta(hours=12)
    monkeypatch.setattr(clock, "settling", lambda: clock.SETTLING)
    assert due_work_sweep.due_rows(now=due + timedelta(seconds=1)) == []
    assert len(due_work_sweep.due_rows(now=due + timedelta(seconds=2))) == 1


@pytest.mark.django_db
def test_what_cannot_be_carried_out_is_set_back_an_hour_and_stops_nobody_else(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = Table("red", "blue"), Table("red", "blue")
    for table in (broken, whole):
        table.says("red", "jump")
    Deadline.objects.filter(kind=DeadlineKind.REMINDER).delete()
    fall_due = door.fall_due

    def fall(game_id: int, *args: Any, **more: Any) -> Any:
        if game_id == broken.id:
            raise RuntimeError("a fault")
        return fall_due(game_id, *args, **more)

    monkeypatch.setattr(door, "fall_due", fall)
    now = START + timedelta(hours=12, seconds=5)
    clock.set_to(now)
    with caplog.at_level(logging.CRITICAL):
        swept = due_work_sweep.sweep()
    assert (swept.done, swept.failed) == (1, 1)
    row = broken.row(DeadlineKind.INTERVAL)
    assert (row.failures, row.due) == (1, now + timedelta(hours=1))
    assert (broken.waits, whole.waits) == ("quarantine", "zap")
    monkeypatch.undo()
    clock.set_to(now + timedelta(hours=1, seconds=1))
    due_work_sweep.sweep()
    assert broken.waits == "zap"


@pytest.mark.django_db
def test_what_falls_due_after_many_is_carried_out_with_the_next_portion() -> None:
    """A thousand turns out of time keep no other game waiting."""
    tables = [Table("red", "blue", grace="0h") for _ in range(8)]
    Deadline.objects.filter(kind=DeadlineKind.REMINDER).delete()
    *many, other = tables
    due = START + timedelta(hours=72)
    Deadline.objects.filter(game_id=other.id).update(due=due + timedelta(minutes=1))
    clock.set_to(due + timedelta(minutes=2))
    due_work_sweep.sweep(2)
    assert other.game.turn == "blue"
    assert [table.game.turn for table in many] == ["blue"] + ["red"] * 6, "and the oldest goes on"


@pytest.mark.django_db
def test_what_waits_in_games_that_stand_still_keeps_no_other_waiting() -> None:  # PR-CLAIM-03
    *held, other = [Table("red", "blue", grace="0h") for _ in range(5)]
    Deadline.objects.filter(kind=DeadlineKind.REMINDER).delete()
    due = START + timedelta(hours=1)
    for table in held:
        seat = Deadline(
            game_id=table.id,
            kind=DeadlineKind.SEAT,
            key="red",
            seat="red",
            due=due,
            set_at=START,
            data={"opened": START.isoformat()},
        )
        seat.save()
        Game.objects.filter(pk=table.id).update(frozen=True)
        deadline_changes.freeze(table.game, START)
    clock.set_to(START + timedelta(hours=72, seconds=1))
    assert [row.game_id for row in due_work_sweep.due_rows(2)] == [other.id]
    assert due_work_sweep.sweep(2).done == 1


@pytest.mark.django_db
def test_a_later_deadline_of_a_game_never_comes_before_an_earlier_one() -> None:
    tables = [Table("red", "blue", grace="0h") for _ in range(6)]
    Deadline.objects.filter(kind=DeadlineKind.REMINDER).delete()
    last = tables[-1]
    due = START + timedelta(hours=72)
    Deadline.objects.create(
        game_id=last.id,
        kind=DeadlineKind.SEAT,
        key="red",
        seat="red",
        due=due + timedelta(hours=1),
        set_at=START,
        data={},
    )
    clock.set_to(due + timedelta(hours=2))
    due_work_sweep.sweep(2)
    turn, seat = (
        Deadline.objects.filter(game_id=last.id).exclude(done_at=None).order_by("done_at", "pk")
    )
    assert (turn.kind, turn.done_at, seat.kind) == (DeadlineKind.TURN, due, DeadlineKind.SEAT)


@pytest.mark.django_db
def test_due_rows_are_found_by_the_index_over_open_ones() -> None:
    table = Table("red", "blue")
    done = [
        Deadline(
            game_id=table.id,
            kind="reminder",
            key=str(n),
            due=START,
            set_at=START,
            done_at=START,
            data={"opened": START.isoformat()},
        )
        for n in range(50)
    ]
    Deadline.objects.bulk_create(done)
    rows = (
        Deadline.objects.filter(done_at=None, due__lte=START)
        .order_by("due", "pk")
        .values_list("pk", "game_id", "due")[:500]
    )
    if connection.vendor == "sqlite":
        assert "deadlines_open_by_due" in rows.explain()


@pytest.mark.django_db
def test_a_sweep_that_finds_nothing_due_costs_one_question() -> None:
    Table("red", "blue")
    with CaptureQueriesContext(connection) as asked:
        due_work_sweep.sweep()
    assert len(asked) == 1


@pytest.mark.django_db
def test_a_passage_that_changes_no_deadline_asks_once_and_writes_none() -> None:
    table = Table("red", "blue")
    with CaptureQueriesContext(connection) as asked:
        table.says("red", "status")
    about = [query["sql"] for query in asked if "traders_deadline" in query["sql"]]
    assert len(about) == 2  # what passed before the letter, and what is open
    assert all(sql.upper().startswith(("SELECT", "EXECUTE SELECT")) for sql in about)


# --- letters first --------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_letter_that_is_in_another_readers_hands_comes_first() -> None:
    table = Table("red", "blue")
    table.says("red", "jump")
    clock.set_to(START + timedelta(hours=12, seconds=1))
    letter = Arrival.objects.create(
        game_id=table.id,
        raw=b"x",
        size=1,
        taken=START + timedelta(hours=12),
    )
    with in_anothers_hands(letter):
        assert due_work_sweep.sweep().left == 1
    assert table.waits == "quarantine"
    letter.status = ArrivalStatus.READ
    letter.save()
    assert due_work_sweep.sweep().done == 1


@pytest.mark.django_db
def test_a_letter_taken_after_the_deadline_does_not_hold_it() -> None:
    table = Table("red", "blue")
    table.says("red", "jump")
    clock.set_to(START + timedelta(hours=12, seconds=1))
    Arrival.objects.create(
        game_id=table.id,
        raw=b"x",
        size=1,
        taken=clock.now(),
        status=ArrivalStatus.READING,
        claimed_at=clock.now(),
        worker="another",
    )
    assert due_work_sweep.sweep().done == 1


# --- reminders ------------------------------------------------------------------------------------


def _seated(table: Table) -> None:
    for colour in ("red", "blue", "green"):
        player = Player.objects.create_user(f"{colour}@example.org", display_name=colour)
        Seat.objects.filter(game_id=table.id, colour=colour).update(player=player)


def _reminded() -> list[tuple[str, str, str]]:
    rows = Letter.objects.filter(kind=LetterKind.REMINDER).order_by("pk")
    return [(letter.seat, letter.moment, f"{letter.due:%d %H:%M}") for letter in rows]


@pytest.mark.django_db
def test_at_half_time_who_has_not_answered_is_reminded_and_nobody_else() -> None:
    table = Table("red", "blue", "green")
    _seated(table)
    table.says("red", "jump")
    table.at("1h").says("blue", "pass")
    table.at("6h")
    assert _reminded() == []
    table.at("6h1s")
    assert _reminded() == [("green", f"i{table.pending.key}", "02 21:00")]
    table.at("11h")
    assert len(_reminded()) == 1


@pytest.mark.django_db
def test_of_a_turn_at_half_time_and_when_the_grace_begins() -> None:  # PR-TURN-04
    table = Table("red", "blue", "green")
    _seated(table)
    table.at("36h1s")
    assert _reminded() == [("red", "t1", "05 09:00")]
    table.at("72h1s")
    assert _reminded()[1:] == [("red", "t1", "06 09:00")]


@pytest.mark.django_db
def test_no_reminder_of_what_was_over_before() -> None:
    table = Table("red", "blue", "green")
    _seated(table)
    table.says("red", "jump")
    for seat in ("blue", "green", "blue", "green"):
        table.at("5h").says(seat, "pass")
    table.at("30h")
    assert _reminded() == []


# --- many sweepers --------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_eight_sweepers_carry_out_each_deadline_once() -> None:
    tables = [Table("red", "blue") for _ in range(6)]
    for table in tables:
        table.says("red", "jump")
    clock.set_to(START + timedelta(hours=12, seconds=1))

    def sweeper(_: int) -> None:
        try:
            for _ in range(4):
                due_work_sweep.sweep()
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(sweeper, range(8)))
    due_work_sweep.sweep()
    assert Entry.objects.filter(kind="close").count() == len(tables)
    assert {Game.objects.get(pk=table.id).number for table in tables} == {3}
    assert Deadline.objects.filter(failures__gt=0).count() == 0
    assert {table.waits for table in tables} == {"zap"}
