"""The turn clock (PR-TURN-01 to -05), standing still (PR-TURN-03), more time (PR-REMEDY-06), and
turns that play backs up into.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.domain.deadlines.table import START, Table
from traders.domain.calendar import clock
from traders.domain.deadlines import deadline_changes, delivery_report_effects
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.post import delivery
from traders.models import DeadlineKind, Entry, Game, Letter, LetterKind, Player, Seat
from traders.models.evidence_chain import linking

pytestmark = pytest.mark.django_db


def test_a_turn_has_the_turn_time() -> None:  # PR-TURN-01
    table = Table()
    assert (table.waits, table.deadline) == ("red", "72h")


def test_it_counts_from_when_the_letter_that_opens_it_was_accepted() -> None:  # PR-TURN-01
    table = Table()
    delivery_report_effects.accepted(table.id, "red", "t1", START + timedelta(minutes=5))
    assert table.deadline == "72h5m"
    # another letter of the same turn
    delivery_report_effects.accepted(table.id, "red", "t1", START + timedelta(hours=5))
    assert table.deadline == "72h5m"


@pytest.mark.postgres
def test_that_takes_three_statements_where_the_game_is_locked_already() -> None:
    table = Table()
    with linking(table.id):
        with CaptureQueriesContext(connection) as sent:
            delivery_report_effects.accepted(table.id, "red", "t1", START + timedelta(minutes=5))
        assert len(sent.captured_queries) == 3, "the game, its clocks, the one that moves"
    assert table.deadline == "72h5m"


def test_it_stands_still_while_intervals_wait_for_others() -> None:  # PR-TURN-03
    table = Table("red", "blue")
    table.at("10h").says("red", "jump")
    assert table.row(DeadlineKind.TURN).due is None
    table.at("14h").says("blue", "pass")
    table.at("21h").says("blue", "pass")
    assert (table.waits, table.deadline) == ("red", "83h")


def test_it_runs_in_an_interval_that_waits_for_its_own_seat_alone() -> None:  # PR-TURN-03
    table = Table("red", "blue")
    table.at("10h").says("red", "lurk")
    assert table.deadline == "22h"
    table.at("15h").says("red", "pass")
    assert table.deadline == "72h"


def test_a_turn_that_ran_out_inside_an_interval_falls_due_when_play_goes_on() -> None:
    """PR-TURN-03, PR-TURN-04"""
    table = Table("red", "blue")
    table.at("70h").says("red", "lurk")
    assert table.at("82h").waits == "ambush"
    assert table.at("82h1s").waits == "red"
    assert table.deadline == "72h"
    assert table.at("96h1s").waits == "blue"
    for begun, extra, whole in (("71h", "0h", "155h"), ("95h", "24h", "179h")):
        table = Table("red", "blue", grace=extra, bank_limit="0h")
        table.at(begun).says("red", "lurk")
        assert (table.at("107h1s").waits, table.deadline) == ("blue", whole)


def test_after_turn_time_and_grace_the_turn_is_ended_and_the_next_counts_from_there() -> None:
    """PR-TURN-04"""
    table = Table("red", "blue")
    assert table.at("96h").waits == "red"
    assert table.at("96h1s").waits == "blue"
    assert table.deadline == "168h"
    ended = Entry.objects.get(game_id=table.id, seat="red")
    assert (ended.source, ended.at) == ("deadline", START + timedelta(hours=96))


def test_orders_in_the_grace_time_count() -> None:  # PR-TURN-04
    table = Table("red", "blue")
    assert table.at("95h").line("red", "end").answer == "done"
    assert table.seat("red").bank == 0


def test_time_saved_is_drawn_on_before_the_grace() -> None:  # PR-TURN-05
    table = Table("red", "blue")
    table.at("20h").says("red", "end")
    assert table.seat("red").bank == 52 * 3_600
    table.at("30h").says("blue", "end")
    assert (table.waits, table.deadline) == ("red", "102h")
    assert table.at("178h").waits == "red"
    assert table.deadline == "102h"  # time in hand and grace are left out
    assert table.at("178h1s").waits == "blue"
    assert table.seat("red").bank == 0


def test_of_time_in_hand_what_was_not_drawn_on_is_kept() -> None:  # PR-TURN-05
    table = Table("red", "blue")
    table.at("20h").says("red", "end")
    table.at("30h").says("blue", "end")
    table.at("112h").says("red", "end")
    assert table.seat("red").bank == (52 - 10) * 3_600


def test_the_bank_has_a_limit() -> None:  # PR-TURN-05
    table = Table("red", "blue", bank_limit="24h")
    table.says("red", "end")
    assert table.seat("red").bank == 24 * 3_600


def test_without_grace_the_turn_ends_with_its_time() -> None:  # PR-TURN-04
    table = Table("red", "blue", grace="0h")
    assert table.at("72h").waits == "red"
    assert table.at("72h1s").waits == "blue"


def test_without_grace_the_reminder_speaks_of_no_extra_time() -> None:  # PR-TURN-03
    table = Table("red", "blue", grace="0h")
    player = Player.objects.create_user("ann@example.org", display_name="Ann")
    Seat.objects.filter(game=table.game, colour="red").update(player=player)
    table.at("36h1s")
    letter = Letter.objects.get(seat="red", kind=LetterKind.REMINDER)
    assert delivery.prepare_and_send([letter.pk])
    told = " ".join(str(mail.outbox[-1].body).split())
    assert "it is your turn" in told and "extra time" not in told
    assert mail.outbox[-1].subject.startswith("Half your time left")


def test_the_club_may_offer_the_seat_to_a_substitute() -> None:  # PR-TURN-04, PR-SEAT-02
    table = Table(out_of_time="substitute", substitution_time="10h")
    assert table.at("96h1s").waits == "red"
    assert table.row(DeadlineKind.SEAT).seat == "red"
    assert table.at("106h1s").waits == "blue"
    assert table.seat("red").dropped


def test_a_substitute_has_a_turns_time() -> None:  # PR-SEAT-01
    table = Table(out_of_time="substitute")
    table.at("100h")
    leaving_and_taking_seats.take(
        table.id, "red", Player.objects.create_user("kim@x.test", display_name="Kim")
    )
    assert (table.waits, table.deadline) == ("red", "172h")
    assert "seat" not in table.open_kinds()


def test_the_club_may_leave_it_to_the_referee() -> None:  # PR-TURN-04
    table = Table(out_of_time="referee")
    assert table.at("6d").waits == "red"
    deadline_changes.give(table.game, "red", timedelta(hours=6))
    assert table.deadline == "150h"


def test_more_time_for_a_seat() -> None:  # PR-REMEDY-06
    table = Table()
    deadline_changes.give(table.game, "red", timedelta(hours=10))
    assert table.deadline == "82h"
    deadline_changes.give(table.game, "blue", timedelta(hours=3))
    assert table.seat("blue").bank == 3 * 3_600
    table.says("red", "jump")
    deadline_changes.give(table.game, "green", timedelta(hours=2))
    assert table.deadline == "14h"


def test_an_order_taken_back_gives_the_turn_its_clock_again() -> None:  # PR-BACKUP-03
    table = Table()
    table.at("5h").says("red", "jump")
    table.at("8h").says("red", "undo")
    assert (table.waits, table.deadline) == ("red", "75h")
    assert table.open_kinds() == ["reminder", "turn"]
    assert table.seat("red").bank == 0


def test_play_backs_up_into_a_turn_that_goes_on_with_what_it_had_left() -> None:
    """PR-RECORD-02, PR-TURN-05"""
    table = Table()
    table.at("5h").says("red", "end")
    assert table.seat("red").bank == 67 * 3_600
    door.back_up(table.at("9h").id, 1, "the table agrees")
    assert (table.waits, table.deadline) == ("red", "76h")
    assert table.seat("red").bank == table.seat("blue").bank == 0


def test_frozen_clocks_stand_still_and_run_on_with_what_they_had_left() -> None:  # PR-CLAIM-03
    table = Table()
    table.says("red", "jump")
    table.at("4h")
    _frozen(table, True)
    assert table.deadline == "stopped"
    assert table.at("30h").waits == "quarantine"
    _frozen(table, False)
    assert table.deadline == "38h"
    assert table.at("38h1s").waits == "zap"
    for seat in ("blue", "green"):
        table.says(seat, "pass")
    assert table.deadline == "110h1s"


def _frozen(table: Table, frozen: bool) -> None:
    Game.objects.filter(pk=table.id).update(frozen=frozen)
    (deadline_changes.freeze if frozen else deadline_changes.thaw)(table.game, clock.now())


def test_a_seat_that_was_left_waits_for_a_substitute_then_drops_out() -> None:  # PR-SEAT-02
    table = Table(substitution_time="36h")
    table.at("5h").says("green", "resign\nyes")
    assert not table.at("41h").seat("green").dropped
    assert table.at("41h1s").seat("green").dropped
    assert "seat" not in table.open_kinds()


def test_play_backs_up_into_an_interval_of_an_earlier_turn() -> None:  # PR-REMEDY-03, PR-TURN-05
    table = Table("red", "blue")
    table.at("5h").says("red", "ask blue")
    asked = table.game.number
    table.says("blue", "yes")
    table.at("6h").says("red", "end")
    assert table.seat("red").bank == 66 * 3_600
    door.back_up(table.at("20h").id, asked, "the referee says so")
    assert (table.waits, table.deadline) == ("blue", "32h")
    table.at("21h").says("blue", "no")
    assert (table.waits, table.deadline) == ("red", "87h")
    assert table.seat("red").bank == table.seat("blue").bank == 0


def test_a_plan_that_answers_a_turn_that_ran_out_is_late_and_not_for_the_next() -> None:
    """PR-RECEIPT-07, PR-STANDING-04"""
    table = Table("red", "blue").at("96h1s")
    line = table.says("red", "plan\nend\nend plan", moment="t1").lines[0]
    assert (line.kind, line.rules) == ("late", ("PR-RECEIPT-07",))
    assert table.line("red", "plan\nend\nend plan", moment="t2").answer == "planned"
    table.says("blue", "end")
    assert table.waits == "blue", "red's turn was over as soon as it came"
