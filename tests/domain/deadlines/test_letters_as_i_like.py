"""Told as I like: letters of one game, reminders at one's own hours, and nudges (PR-SEAT-08)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.domain.deadlines.table import START, Table
from traders.domain.calendar import clock
from traders.domain.letters.daily_summary import daily_summaries
from traders.domain.letters.letter_facts import decode
from traders.domain.letters.letter_recipient import reader_of
from traders.domain.letters.render import render
from traders.domain.people import seating
from traders.domain.timeline.reminding import Reminded, remind_all
from traders.models import (
    Cadence,
    Deadline,
    DeadlineKind,
    Letter,
    LetterKind,
    LetterStatus,
    Player,
    SittingCause,
)

pytestmark = pytest.mark.django_db


def sent(table: Table, seat: str) -> list[Letter]:
    """Letters of news that went to a seat at once, the newest last."""
    told = Letter.objects.filter(game=table.id, seat=seat, kind=LetterKind.HAPPENED)
    return list(told.filter(status=LetterStatus.WRITTEN).order_by("pk"))


def newest(table: Table, seat: str) -> str:
    return " ".join(decode(sent(table, seat)[-1].facts).notices)


# --- nudges ---------------------------------------------------------------------------------------


def test_who_is_on_turn_is_nudged_once_a_day_and_reads_by_whom() -> None:
    table = Table()
    line = table.line("blue", "nudge")
    assert (line.answer, line.words) == ("noted", "Red gets a letter.")
    assert "Blue nudges you" in newest(table, "red")
    assert not sent(table, "green"), "nobody else is told"
    nudge = sent(table, "red")[-1]
    letter = render(nudge.kind, decode(nudge.facts), reader_of(nudge))
    assert letter.subject.startswith("Blue nudges you")
    first, rest = letter.text.split("\n\n", 1)
    assert "Blue nudges you: it is your turn." in " ".join(first.split())
    assert "nudges" not in rest and len(letter.text.split()) < 80, "it is short"
    again = table.at("23h59m").line("green", "nudge")
    assert (again.answer, again.rules) == ("refused", ("PR-SEAT-08",))
    assert table.at("24h").line("green", "nudge").answer == "noted"
    assert "Green nudges you" in newest(table, "red")


def test_nobody_is_nudged_in_a_window_nor_oneself_nor_a_bot() -> None:
    table = Table()
    assert table.line("red", "nudge").answer == "refused"
    table.says("red", "jump")
    assert table.waits == "quarantine"
    refused = table.line("blue", "nudge")
    assert (refused.answer, refused.rules) == ("refused", ("PR-SEAT-08", "PR-INTERVAL-05"))
    assert not any("nudges" in " ".join(decode(one.facts).notices) for one in sent(table, "green"))
    other = Table()
    other.game.seats.filter(colour="red").update(bot=True)
    assert other.line("blue", "nudge").answer == "refused"


def test_who_wants_no_nudges_gets_none_and_the_day_is_not_used_up() -> None:
    table = Table()
    Player.objects.filter(seats=table.seat("red")).update(nudges=False)
    line = table.line("blue", "nudge")
    assert (line.answer, line.words) == ("refused", "Red takes no nudges.")
    assert not sent(table, "red")
    assert table.game.nudged is None


def test_who_is_muted_nudges_nobody_and_does_not_learn_it() -> None:
    table = Table()
    table.says("red", "mute blue")
    assert table.line("blue", "nudge").words == "Red gets a letter."
    assert not sent(table, "red")
    assert table.line("green", "nudge").answer == "refused"


# --- letters of one game --------------------------------------------------------------------------


def test_a_game_has_a_cadence_of_its_own_which_ends_with_its_players_sitting() -> None:
    table = Table()
    assert table.line("blue", "letters every").answer == "noted"
    assert (table.seat("blue").letters, table.seat("green").letters) == ("every", "waiting")
    assert table.line("blue", "letters weekly").answer == "refused"
    table.says("red", "end")
    assert not sent(table, "green")
    told = table.line("blue", "letters account").words
    assert told.startswith("As your account has it: ")
    assert table.seat("blue").cadence == ""
    table.says("blue", "letters daily")
    tom = Player.objects.create_user("tom@example.org", display_name="Tom")
    seating.sit(table.seat("blue"), tom, clock.now(), SittingCause.SUBSTITUTE)
    assert table.seat("blue").letters == Cadence.WAITING, "a successor has wishes of their own"


def test_a_summary_has_the_news_of_the_games_whose_seats_want_one() -> None:
    one, other = Table(title="One"), Table(title="Other")
    green = Player.objects.get(seats=one.seat("green"))
    other.game.seats.filter(colour="green").update(player=green)
    one.says("green", "letters daily")
    for table in (one, other):
        table.says("red", "say: hello")
    later = START + timedelta(days=2)
    [summary] = [Letter.objects.get(pk=pk) for pk in daily_summaries(later)]
    assert [part["game"] for part in decode(summary.facts).extra["parts"]] == [one.id]


# --- reminders ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hours", "zone", "at", "wanted"),
    [
        ("", "UTC", "03:10", "03:10"),
        ("8, 20", "UTC", "03:10", "08:00"),
        ("8, 20", "UTC", "08:00", "08:00"),
        ("8", "Europe/Berlin", "03:10", "07:00"),
        ("2", "UTC", "03:10", "03:10"),
    ],
)
def test_a_reminder_waits_for_an_hour_of_the_readers_own_that_leaves_time(
    hours: str, zone: str, at: str, wanted: str
) -> None:
    def on(hour: str) -> datetime:
        return datetime.fromisoformat(f"2026-03-02T{hour}:00").replace(tzinfo=UTC)

    assert Reminded(1, zone, hours).hour_from(on(at), on("23:00")) == on(wanted)


def test_a_reminder_comes_at_the_hour_that_its_player_chose() -> None:
    table = Table(turn_time="24h")  # half of it is over at 21:00
    Player.objects.filter(seats=table.seat("red")).update(reminder_hours="7")
    reminders = Letter.objects.filter(game=table.id, kind=LetterKind.REMINDER)
    table.at("21h59m")
    assert not reminders.exists()
    table.at("22h10m")
    assert [one.seat for one in reminders] == ["red"]


def test_reminders_that_wait_for_the_same_hour_are_put_off_at_once() -> None:
    """A sweep may find thousands."""
    for title in ("One", "Two", "Three"):
        Table(title=title, turn_time="24h")
    Player.objects.update(reminder_hours="7")
    rows = Deadline.objects.filter(kind=DeadlineKind.REMINDER, done_at=None)
    pks, games = zip(*rows.values_list("pk", "game"), strict=True)
    with CaptureQueriesContext(connection) as asked:
        remind_all(pks, games, START + timedelta(hours=12))
    changed = [one["sql"] for one in asked if one["sql"].startswith("UPDATE")]
    assert len([one for one in changed if '"due"' in one]) == 1
    assert {row.due for row in rows} == {START + timedelta(hours=22)}
