"""Deadlines of intervals and choices, through the one door (PR-INTERVAL, PR-PRIORITY-04,
PR-TURN-08).
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.domain.deadlines.table import Table
from traders.domain.calendar import clock
from traders.models import DeadlineKind, Entry

pytestmark = pytest.mark.django_db


def test_an_interval_has_the_interval_time_and_passes_when_its_second_is_over() -> None:
    """PR-INTERVAL-02, PR-RECEIPT-02"""
    table = Table()
    table.says("red", "jump")
    assert (table.waits, table.deadline) == ("quarantine", "12h")
    assert table.at("12h").waits == "quarantine"
    assert table.at("12h1s").waits == "zap"
    assert table.deadline == "24h"


def test_the_entry_of_a_deadline_bears_the_deadlines_own_second() -> None:  # PR-INTERVAL-03
    table = Table()
    table.says("red", "jump")
    table.at("20h")
    closed = Entry.objects.get(game_id=table.id, kind="close")
    assert (closed.at - clock.now()).total_seconds() == -8 * 3_600
    assert closed.source == "deadline"


def test_it_closes_when_all_have_passed_and_the_next_counts_from_then() -> None:  # PR-INTERVAL-03
    table = Table()
    table.says("red", "jump")
    table.at("1h").says("blue", "pass")
    assert table.waits == "quarantine"
    table.at("2h").says("green", "pass")
    assert (table.waits, table.deadline) == ("zap", "14h")


def test_an_answer_in_the_second_of_the_deadline_is_in_time_and_one_after_it_is_late() -> None:
    """PR-RECEIPT-02, PR-RECEIPT-07"""
    table = Table()
    table.says("red", "jump")
    moment = f"i{table.pending.key}"
    assert table.at("12h").line("blue", "pass", moment).answer == "noted"
    late = table.at("12h1s").line("green", "zap", moment)
    assert (late.kind, late.rules) == ("late", ("PR-RECEIPT-07",))
    assert "21:00:01" in late.words
    assert "21:00:00" in late.words


def test_a_letter_finds_passed_what_no_sweep_has_carried_out_yet() -> None:  # PR-RECEIPT-07
    table = Table()
    table.says("red", "jump")
    moment = f"i{table.pending.key}"
    clock.set_to(clock.now() + timedelta(hours=36))  # no sweep ran in all that time
    assert table.line("blue", "zap", moment).kind == "late"
    assert table.waits == "red"


def test_a_round_after_a_reaction_has_a_deadline_of_its_own() -> None:  # PR-PRIORITY-04
    table = Table()
    table.says("red", "jump")
    table.at("3h").says("blue", "zap")
    table.at("12h1s")
    assert (table.waits, table.deadline) == ("quarantine", "24h")


def test_an_inner_interval_closes_before_the_outer_goes_on() -> None:  # PR-INTERVAL-08
    table = Table()
    table.says("red", "jump")
    table.at("2h").says("blue", "gotcha red")
    table.at("12h1s")
    assert (table.waits, table.deadline) == ("calamity", "24h")
    table.at("13h").says("red", "pass")
    assert (table.waits, table.deadline) == ("quarantine", "25h")


def test_by_arrival_the_outer_interval_stands_still_while_the_inner_is_open() -> None:
    """PR-PRIORITY-01, PR-INTERVAL-08"""
    table = Table(gather="arrival")
    table.says("red", "jump")
    table.at("2h").says("blue", "gotcha red")
    assert (table.waits, table.deadline) == ("calamity", "14h")
    table.at("5h").says("red", "pass")
    # a new round: something was carried out
    assert (table.waits, table.deadline) == ("quarantine", "17h")


def test_holding_moves_the_deadline_once_however_many_ask() -> None:  # PR-INTERVAL-07
    table = Table()
    table.at("1h").says("red", "jump")
    table.at("4h").says("blue", "hold")
    assert table.deadline == "25h"
    assert table.at("5h").line("blue", "hold").rules == ("PR-INTERVAL-07",)
    table.at("6h").says("green", "hold")
    assert table.deadline == "25h"


def test_all_have_passed_but_the_shortest_time_is_not_over() -> None:  # PR-INTERVAL-05
    table = Table(interval_floor="2h")
    table.says("red", "jump")
    table.says("blue", "pass")
    table.at("30m").says("green", "pass")
    assert table.at("2h").waits == "quarantine"
    assert table.at("2h1s").waits == "zap"


def test_a_choice_of_a_seat_not_on_turn_has_the_interval_time_and_then_its_silence() -> None:
    """PR-TURN-08"""
    table = Table(timing="sealed")
    table.says("red", "ask blue")
    assert (table.waits, table.deadline) == ("blue", "12h")
    assert table.at("12h1s").waits == "red"
    assert Entry.objects.filter(game_id=table.id, seat="blue", source="deadline").count() == 1


def test_what_is_over_leaves_no_deadline_open() -> None:
    table = Table()
    table.says("red", "jump")
    assert table.open_kinds() == ["interval", "reminder", "reminder", "turn"]
    for seat in ("blue", "green", "blue", "green"):
        table.says(seat, "pass")
    assert table.open_kinds() == ["reminder", "turn"]
    table.says("red", "win")
    assert table.open_kinds() == []


def test_the_purse_pays_beyond_the_first_four_hours() -> None:  # PR-INTERVAL-09
    table = Table()
    table.says("red", "jump")
    table.at("3h").says("green", "pass")
    table.at("10h").says("blue", "pass")
    assert table.seat("blue").purse == (72 - 6) * 3_600
    assert table.seat("green").purse == table.seat("red").purse == 72 * 3_600


def test_a_seat_is_told_its_own_purse_and_nobody_elses() -> None:  # PR-INTERVAL-05, PR-INTERVAL-09
    table = Table()
    table.says("red", "jump")
    table.at("12h1s")
    saved = table.line("blue", "status").words.partition("YOUR TIME")[2]
    assert "second" not in saved
    assert "Waiting time: 2 days 16 hours" in table.line("blue", "status").words
    assert "2 days 16 hours" not in table.line("red", "status").words


def test_the_purse_is_filled_a_little_at_each_turn_of_its_own_up_to_its_size() -> None:
    """PR-INTERVAL-09"""
    table = Table(purse="10h", purse_filling="3h")
    table.says("red", "jump")
    # each interval waited for eight hours of blue and of green that count
    table.at("24h1s").says("red", "end")
    assert table.seat("blue").purse == 3 * 3_600
    assert table.seat("green").purse == 0
    table.says("blue", "end")
    assert table.seat("green").purse == 3 * 3_600
    assert table.seat("red").purse == 10 * 3_600


def test_the_stops_of_an_empty_purse_do_not_hold_unless_the_interval_is_critical() -> None:
    """PR-INTERVAL-09"""
    poor = Table(timing="stops", purse="0h", purse_filling="0h")
    poor.says("blue", "stop at zap")
    poor.says("red", "jump")
    assert poor.waits == "red"
    critical = Table(timing="stops", purse="0h", purse_filling="0h", critical=True)
    critical.says("blue", "stop at zap")
    critical.says("red", "jump")
    assert critical.waits == "quarantine"
    rich = Table(timing="stops")
    rich.says("blue", "stop at zap")
    rich.says("red", "jump")
    assert (rich.waits, rich.deadline) == ("zap", "12h")


def test_the_deadline_does_not_tell_who_has_answered() -> None:  # PR-INTERVAL-05
    table = Table(
        weekends=False, zones={"blue": "Pacific/Auckland", "green": "America/Los_Angeles"}
    )
    table.at("3d20h").says("red", "jump")
    before = table.row(DeadlineKind.INTERVAL).due
    table.says("green", "pass")
    assert table.row(DeadlineKind.INTERVAL).due == before
