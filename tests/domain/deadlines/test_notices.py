"""Mail that goes wrong moves deadlines (PR-MAIL-01, PR-MAIL-04), and so do outages (PR-MAIL-03)."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Event, Thread, Timer

import pytest
from django.db import DatabaseError, connection, connections, transaction

from tests.domain.deadlines.table import START, Table
from tests.services.waiting import FAR
from traders.domain.calendar import clock, durations
from traders.domain.deadlines import (
    deadline_changes,
    delivery_report_effects,
    heartbeat_and_outages,
)
from traders.domain.history import evidence_chain_check
from traders.domain.operators import health_figures
from traders.domain.timeline import due_work_sweep
from traders.models import (
    Deadline,
    DeadlineKind,
    Heartbeat,
    Letter,
    LetterKind,
    LetterStatus,
    Player,
)

pytestmark = pytest.mark.django_db


def jumped(at: str = "0h") -> tuple[Table, str]:
    table = Table("red", "blue", "green")
    table.at(at).says("red", "jump")
    return table, f"i{table.pending.key}"


def test_after_a_bounce_the_seat_has_the_whole_time() -> None:  # PR-MAIL-01
    table, moment = jumped()
    delivery_report_effects.bounced(table.at("2h").id, "blue", moment, clock.now())
    assert table.deadline == "14h"
    assert table.at("14h").waits == "quarantine"
    assert table.at("14h1s").waits == "zap"


def test_a_seat_that_has_shown_that_it_knew_gets_no_more_time() -> None:  # PR-MAIL-01
    table, moment = jumped()
    table.at("1h").says("blue", "zap")
    delivery_report_effects.bounced(table.at("2h").id, "blue", moment, clock.now())
    delivery_report_effects.held_up(table.id, "blue", moment, clock.now())
    assert table.at("11h").deadline == "12h"


def test_a_notice_stops_the_deadline_at_half_time_until_it_is_delivered() -> None:  # PR-MAIL-01
    table, moment = jumped("1h")
    delivery_report_effects.held_up(table.at("2h").id, "blue", moment, clock.now())
    assert table.deadline == "13h"
    assert table.at("8h").deadline == "stopped"
    delivery_report_effects.delivered(table.at("9h").id, "blue", moment, clock.now())
    assert table.deadline == "21h"
    assert table.at("21h").waits == "quarantine"
    assert table.at("21h1s").waits == "zap"


def test_a_notice_delivered_in_the_first_half_moves_nothing() -> None:  # PR-MAIL-01
    table, moment = jumped()
    delivery_report_effects.held_up(table.at("1h").id, "blue", moment, clock.now())
    delivery_report_effects.delivered(table.at("5h").id, "blue", moment, clock.now())
    assert table.deadline == "12h"


def test_a_notice_that_never_comes_moves_it_by_two_interval_times_at_most() -> None:  # PR-MAIL-01
    table, moment = jumped()
    delivery_report_effects.held_up(table.at("1h").id, "blue", moment, clock.now())
    assert table.at("36h").waits == "quarantine"
    assert table.at("36h1s").waits == "zap"


def test_however_often_notices_bounce() -> None:  # PR-MAIL-01
    table, moment = jumped()
    for hours in (10, 20, 30):
        delivery_report_effects.bounced(table.at(f"{hours}h").id, "blue", moment, clock.now())
    assert table.deadline == "36h"


def test_a_report_on_the_notice_of_an_earlier_round_changes_nothing() -> None:  # PR-PRIORITY-04
    table, moment = jumped()
    table.at("1h").says("green", "zap")
    table.at("13h")
    assert table.deadline == "24h"
    delivery_report_effects.bounced(table.id, "blue", moment, clock.now(), written=START)
    assert table.deadline == "24h"


def test_reports_on_what_has_passed_or_never_was_change_nothing() -> None:
    table, moment = jumped()
    table.at("13h")
    for of in (moment, "i999", "t7", "x", ""):
        delivery_report_effects.bounced(table.id, "blue", of, clock.now())
        delivery_report_effects.held_up(table.id, "blue", of, clock.now())
        delivery_report_effects.delivered(table.id, "blue", of, clock.now())
        delivery_report_effects.accepted(table.id, "blue", of, clock.now())
    assert table.deadline == "24h"


def test_a_dead_mailbox_stops_the_turn_clock_for_the_grace_time_once() -> None:  # PR-MAIL-04
    table = Table()
    delivery_report_effects.mailbox_dead(table.id, "red", clock.now())
    delivery_report_effects.mailbox_dead(table.id, "red", clock.now())
    delivery_report_effects.mailbox_dead(table.id, "blue", clock.now())
    assert table.deadline == "96h"


def test_a_deadline_within_an_outage_moves_by_its_length() -> None:  # PR-MAIL-03
    table, _ = jumped("1h")
    heartbeat_and_outages.missed(START + timedelta(hours=11), timedelta(hours=3))
    assert table.at("14h").deadline == "16h"
    assert table.at("16h").waits == "quarantine"
    assert table.at("16h1s").waits == "zap"
    assert table.deadline == "28h"


def test_a_deadline_soon_after_an_outage_moves_too_and_a_later_one_not() -> None:  # PR-MAIL-03
    table, _ = jumped()
    heartbeat_and_outages.missed(START + timedelta(hours=5), timedelta(minutes=90))
    assert table.at("6h30m").deadline == "13h30m"
    turn = Table("red", "blue")
    heartbeat_and_outages.missed(START + timedelta(hours=5), timedelta(minutes=90))
    assert turn.deadline == "72h"


def test_the_beat_tells_an_outage_once_and_before_anything_in_it_is_swept() -> None:  # PR-MAIL-03
    table, _ = jumped()
    beat = heartbeat_and_outages.beat
    assert beat(START + timedelta(hours=1)) is None
    for minutes in range(61, 11 * 60):
        assert beat(START + timedelta(minutes=minutes)) is None
    assert Heartbeat.objects.count() == 1
    back = START + timedelta(hours=14)
    outage = beat(back)
    assert outage is not None
    assert outage.length == timedelta(hours=3, minutes=1)
    assert beat(back) is None
    assert beat(back + timedelta(seconds=10)) is None
    assert heartbeat_and_outages.move_portion()
    assert table.deadline == "15h1m"
    assert not heartbeat_and_outages.move_portion()


def test_an_outage_moves_deadlines_in_portions_that_go_on_where_the_last_ended() -> None:
    """Whoever notices it moves none: it is the clock's work (PR-MAIL-03)."""
    tables = [jumped()[0] for _ in range(3)]
    heartbeat_and_outages.beat(START + timedelta(hours=11))
    heartbeat_and_outages.beat(START + timedelta(hours=14))
    told = []
    for _ in range(4):
        told.append([table.deadline for table in tables])
        heartbeat_and_outages.beat(START + timedelta(hours=14, seconds=10 * len(told)))
        assert heartbeat_and_outages.move_portion(1)
    assert [sorted(one).count("15h") for one in told] == [0, 1, 2, 3]
    assert not heartbeat_and_outages.move_portion(1)
    assert [table.deadline for table in tables] == ["15h"] * 3


@pytest.mark.django_db(transaction=True)
def test_of_many_first_beats_at_once_one_makes_the_span_of_life() -> None:  # PR-MAIL-03
    many = 6
    together = Barrier(many)

    def first(_: int) -> None:
        together.wait(FAR)
        try:
            heartbeat_and_outages.beat(START)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(many) as threads:
        list(threads.map(first, range(many)))
    assert Heartbeat.objects.count() == 1
    assert evidence_chain_check.heartbeats_changed() == []


@pytest.mark.parametrize("change", ["since = until", "before = since"])
def test_a_span_of_life_is_not_altered_nor_taken_out(change: str) -> None:  # PR-EVIDENCE-02
    heartbeat_and_outages.beat(START)
    heartbeat_and_outages.beat(START + timedelta(hours=2))
    Heartbeat.objects.filter(until=START).update(until=START + timedelta(seconds=9))
    for attempt in (f"UPDATE traders_heartbeat SET {change}", "DELETE FROM traders_heartbeat"):
        with (
            pytest.raises(DatabaseError, match="PR-RECORD-02"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(attempt)
    assert Heartbeat.objects.count() == 2


@pytest.mark.parametrize("back", ["5m", "1h", "5h", "3d"])
def test_where_the_clock_is_set_back_the_heart_is_heard_on_and_no_outage_was(back: str) -> None:
    """Nor is one that comes meanwhile lost (PR-MAIL-03)."""
    Heartbeat.objects.all().delete()
    heartbeat_and_outages.beat(START - timedelta(hours=3))
    for minute in range(180):
        heartbeat_and_outages.beat(START - timedelta(minutes=180 - minute))
    now = START - durations.read(back)
    assert heartbeat_and_outages.beat(now) is None
    assert not heartbeat_and_outages.move_portion()
    heartbeat_and_outages.beat(now + timedelta(seconds=50))
    found = list(health_figures._heartbeat(now + timedelta(seconds=50 + 119)))
    assert (found[0].value, found[0].problem) == (119, "")
    assert next(health_figures._heartbeat(now + timedelta(seconds=50 + 121))).problem
    assert heartbeat_and_outages.outages(now) == []
    outage = heartbeat_and_outages.beat(now + timedelta(minutes=20))
    assert outage is not None and outage.begin == now + timedelta(seconds=50)
    assert heartbeat_and_outages.outages(now) == [outage]
    assert evidence_chain_check.heartbeats_changed() == []


def test_a_sweeper_that_is_quicker_than_the_move_looks_at_outages_itself() -> None:  # PR-MAIL-03
    table, _ = jumped()
    Heartbeat.objects.create(since=START, until=START + timedelta(hours=11))
    Heartbeat.objects.create(since=START + timedelta(hours=14), until=START + timedelta(hours=14))
    clock.set_to(START + timedelta(hours=14))
    due_work_sweep.sweep()
    assert (table.waits, table.deadline) == ("quarantine", "15h")
    due_work_sweep.sweep()
    assert table.deadline == "15h"


def test_an_outage_moves_the_reminder_with_its_deadline() -> None:
    table, _ = jumped()
    heartbeat_and_outages.missed(START + timedelta(hours=1), timedelta(hours=2))
    interval = table.row(DeadlineKind.INTERVAL)
    assert interval.due == START + timedelta(hours=14)
    reminder = Deadline.objects.get(
        game_id=table.id, kind=DeadlineKind.REMINDER, key=f"interval:{interval.key}"
    )
    assert reminder.due == START + timedelta(hours=8)


def test_a_process_that_beats_does_not_fork_before_the_beat_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A worker's child that was forked amid a beat would wait for a lock of SQLite's that nobody
    gives back.
    """
    begun, goes_on = Event(), Event()
    done: list[bool] = []

    def beat() -> None:
        begun.set()
        goes_on.wait(FAR)
        done.append(True)

    monkeypatch.setattr(heartbeat_and_outages, "beat", beat)
    heart = Thread(target=heartbeat_and_outages._note)
    heart.start()
    assert begun.wait(FAR)
    Timer(0.2, goes_on.set).start()
    child = os.fork()
    if child == 0:
        os._exit(0 if done else 1)
    assert os.waitpid(child, 0)[1] == 0
    heart.join()


def reminders() -> set[str]:
    return set(Letter.objects.filter(kind=LetterKind.REMINDER).values_list("seat", flat=True))


def test_nobody_is_reminded_of_a_window_whose_letter_has_not_left() -> None:  # PR-MAIL-01
    table = Table("red", "blue", "green")
    for seat in table.game.seats.all():
        seat.player = Player.objects.create_user(f"{seat.colour}@example.org", display_name="X")
        seat.save(update_fields=["player"])
    table.says("red", "jump")
    moment = f"i{table.pending.key}"
    asking = Letter.objects.filter(game=table.id, seat="blue", moment=moment, asks=True)
    asking.update(status=LetterStatus.PREPARED, attempts=2, blocked=True)
    table.at("6h1m")
    due_work_sweep.sweep()
    assert reminders() == {"green"}
    open_rows = Deadline.objects.filter(game=table.id, kind=DeadlineKind.REMINDER, done_at=None)
    assert open_rows.filter(key__startswith="interval").count() == 1
    asking.update(status=LetterStatus.SENT, accepted=clock.now(), blocked=False)
    table.at("6h12m")
    due_work_sweep.sweep()
    assert reminders() == {"green", "blue"}
    assert Letter.objects.filter(kind=LetterKind.REMINDER, seat="green").count() == 1


@pytest.mark.parametrize(
    ("begin", "length", "due"),
    [
        ("10h", "3h", "25h"),  # down from 19 to 22 over 21: two hours were left, from 8 to 10
        ("10h", "6h", "25h"),  # and no more for the hours of the night
        ("11h", "14h", "26h"),  # from 20 to 10: an hour was left, and it is left at 10
        ("14h", "3h", "12h"),  # it had passed
        ("5h", "90m", "23h30m"),  # what would be 22:30 is 8:30
    ],
)
def test_an_outage_gives_back_the_hours_of_play_that_it_took(
    begin: str, length: str, due: str
) -> None:  # PR-MAIL-03, PR-TURN-07
    table = Table("red", "blue", night=["22:00", "08:00"])
    table.says("red", "jump")
    heartbeat_and_outages.missed(START + durations.read(begin), durations.read(length))
    assert table.row(DeadlineKind.INTERVAL).due == START + durations.read(due)


def test_the_interval_time_after_an_outage_runs_in_playing_hours() -> None:
    """Down from 10 to 21, due the next day at 10: that is three hours of play after it
    (PR-MAIL-03, PR-TURN-07).
    """
    table = Table("red", "blue", night=["22:00", "08:00"], turn_time="15h")
    heartbeat_and_outages.missed(START + timedelta(hours=1), timedelta(hours=11))
    assert table.deadline == "36h"  # due at 10, and 11 hours of play were lost


def test_what_a_freeze_took_does_not_shorten_the_time_after_a_bounce() -> None:
    """The most that notices move an interval is counted in hours in which it ran (PR-MAIL-01,
    PR-TURN-07).
    """
    table, moment = jumped()
    deadline_changes.freeze(table.game, table.at("1h") and clock.now())
    clock.set_to(START + timedelta(hours=100))
    deadline_changes.thaw(table.game, clock.now())
    assert table.deadline == "111h"
    delivery_report_effects.bounced(table.at("103h").id, "blue", moment, clock.now())
    assert table.deadline == "115h"


def test_half_of_an_interval_has_not_passed_while_it_stood_still() -> None:
    """A notice that comes in the first half of the time that ran moves nothing (PR-MAIL-01)."""
    table, moment = jumped()
    delivery_report_effects.held_up(table.at("1h").id, "blue", moment, clock.now())
    deadline_changes.freeze(table.game, clock.now())
    clock.set_to(START + timedelta(hours=100))
    deadline_changes.thaw(table.game, clock.now())
    delivery_report_effects.delivered(table.at("102h").id, "blue", moment, clock.now())
    assert table.deadline == "111h"
