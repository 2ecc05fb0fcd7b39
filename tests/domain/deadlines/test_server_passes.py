"""Who holds nothing that bears on a window is not asked, and the server passes at an hour drawn
(PR-INTERVAL-10).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from tests.domain.deadlines.table import START, Table
from traders.domain.deadlines import answer_time_model
from traders.domain.deadlines.game_clocks import DeadlineState
from traders.domain.read_models import game_list_lines
from traders.domain.table import asked_seats
from traders.models import Deadline, DeadlineKind, Letter, LetterKind, Sealed, Seat, Source

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def told() -> Iterator[list[timedelta]]:
    """The answering times that are drawn, in order."""
    times: list[timedelta] = []
    with answer_time_model.scripted(times):
        yield times


def asked(table: Table, seat: str, window: str = "i1") -> list[str]:
    """Kinds of the letters that ask the seat about a window."""
    rows = Letter.objects.filter(game_id=table.id, seat=seat, asks=True, moment=window)
    return list(rows.order_by("pk").values_list("kind", flat=True))


def jumped(**more: Any) -> Table:
    """Red jumps; blue holds nothing, green does. `zap` lies on the agenda below `quarantine`."""
    table = Table(empty=["blue"], **more)
    table.says("red", "jump")
    return table


def test_it_gets_no_letter_and_no_reminder_and_passes_at_its_hour(told):
    told += [3 * HOUR, 5 * HOUR]
    table = jumped()
    assert (asked(table, "blue", "i2"), len(asked(table, "green", "i2"))) == ([], 1)
    table.at("2h59m").says("green", "pass")
    assert table.waits == "quarantine"
    assert table.at("3h1s").waits == "zap"
    table.at("9h")
    assert asked(table, "blue") == []
    assert table.at("15h1s").waits != "zap"  # 12 hours from the third: green was silent
    reminded = Letter.objects.filter(game_id=table.id, kind=LetterKind.REMINDER)
    assert set(reminded.values_list("seat", flat=True)) == {"green"}


def test_the_pass_is_kept_like_any_and_its_hour_is_on_record(told):
    told += [3 * HOUR]
    table = jumped().at("4h")
    said = Sealed.objects.get(game_id=table.id, seat="blue")
    assert (said.kind, said.source, said.at) == ("pass", Source.SERVER, START + 3 * HOUR)
    row = Deadline.objects.get(game_id=table.id, kind=DeadlineKind.INTERVAL)
    terms = DeadlineState.read(row.data)
    assert terms.unasked == {"blue": START + 3 * HOUR}
    assert terms.answered == {"blue": START + 3 * HOUR}


def test_the_wait_is_charged_like_a_real_one(told):
    told += [7 * HOUR]
    table = jumped()
    table.says("green", "pass")
    table.at("8h")
    assert table.seat("blue").purse == 72 * 3600 - 3 * 3600


def test_no_hour_lies_beyond_the_deadline(told):
    told += [12 * HOUR]
    table = jumped()
    assert not Deadline.objects.filter(game_id=table.id, kind=DeadlineKind.PASS).exists()
    assert table.at("12h1s").waits == "zap"


def test_what_the_seat_says_before_counts(told):
    told += [3 * HOUR, 30 * HOUR]
    table = jumped()
    table.says("green", "pass")
    table.at("1h").says("blue", "pass")
    assert table.waits == "zap"
    rows = Deadline.objects.filter(game_id=table.id, kind=DeadlineKind.PASS)
    assert not rows.filter(done_at=None).exists()


def test_what_was_passed_for_it_it_may_take_back(told):
    told += [1 * HOUR]
    table = jumped().at("2h")
    assert table.line("blue", "undo").words == "You took back `pass`."
    table.says("green", "pass")
    assert table.waits == "quarantine"
    table.says("blue", "pass")
    assert table.waits == "zap"


def test_who_comes_by_something_to_play_is_asked_then(told):
    told += [3 * HOUR]
    table = jumped().at("1h")
    assert game_list_lines.waiting(table.seat("blue").player) == []
    table.says("green", "fill blue")
    assert asked(table, "blue", "i2") == [LetterKind.INTERVAL]
    assert [line.game.pk for line in game_list_lines.waiting(table.seat("blue").player)] == [
        table.id
    ]
    table.says("green", "pass")
    assert table.at("4h").waits == "quarantine"
    table.says("blue", "pass")
    assert table.waits == "zap"


def test_also_after_the_server_has_passed_for_it(told):
    told += [1 * HOUR]
    table = jumped().at("2h")
    table.says("green", "fill blue\npass")
    assert table.waits == "quarantine"
    assert asked(table, "blue", "i2") == [LetterKind.INTERVAL]


def test_a_stop_that_matches_asks(told):
    told += [1 * HOUR]
    table = Table(empty=["blue"])
    table.says("blue", "stop at quarantine")
    table.says("red", "jump")
    assert asked(table, "blue", "i2") == [LetterKind.INTERVAL]
    assert told == [1 * HOUR]


def test_no_hour_comes_while_a_window_inside_is_open_and_after_it_one_is_drawn_anew(told):
    told += [3 * HOUR, 2 * HOUR]
    table = jumped(gather="arrival").at("1h")
    table.says("green", "gotcha red")
    assert table.at("5h").waits == "calamity"
    passes = Sealed.objects.filter(game_id=table.id, seat="blue", kind="pass")
    assert not passes.exists()
    table.says("red", "pass")
    table.says("green", "pass")
    assert (table.waits, told) == ("quarantine", [])
    assert table.at("7h1s").waits == "zap"


def test_in_a_window_that_decides_all_are_told_at_once(told):
    table = jumped(critical=True)
    letter = Letter.objects.filter(game_id=table.id, seat="blue").order_by("-pk")[0]
    assert (letter.asks, letter.status, letter.kind) == (False, "written", LetterKind.HAPPENED)
    assert "It could win." in str(letter.facts)


def test_where_one_person_plays_alone_the_server_passes_at_once(told):
    table = Table(empty=["blue"])
    Seat.objects.filter(game_id=table.id).exclude(colour="blue").update(bot=True)
    table.says("red", "jump")
    table.says("green", "pass")
    assert table.waits == "zap"
    assert asked(table, "blue", "i2") == []


def test_a_bot_is_asked_whatever_it_holds(told):
    table = Table(empty=["blue"])
    Seat.objects.filter(game_id=table.id, colour="blue").update(bot=True)
    table.says("red", "jump")
    assert asked(table, "blue", "i2") == [LetterKind.INTERVAL]


def test_a_window_that_stood_open_before_it_was_so_keeps_whom_it_asked(told, monkeypatch):
    told += [1 * HOUR]
    with monkeypatch.context() as earlier:
        earlier.setattr(asked_seats, "open_to", lambda table, interval, rnd: False)
        table = jumped()
    assert asked(table, "blue", "i2") == [LetterKind.INTERVAL]
    table.says("green", "hold")
    assert table.at("13h").waits == "quarantine"
    assert asked(table, "blue", "i2") == [LetterKind.INTERVAL, LetterKind.REMINDER]
    assert told == [1 * HOUR]
