"""Hours drawn from a person's own answering times (PR-INTERVAL-10)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from statistics import median
from zoneinfo import ZoneInfo

import pytest

from traders.domain.calendar.playing_hours import ALWAYS, PlayingHours
from traders.domain.deadlines import answer_time_model
from traders.domain.deadlines.answer_time_model import FEW, TABLE, Answer, Habits
from traders.domain.history import seed_encryption

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
LONDON = ZoneInfo("Europe/London")


def answers(hours: list[float | None], *, own: bool = False) -> list[Answer]:
    """Windows that opened at noon, one a day, answered after so many hours."""
    days = [NOON - timedelta(days=1 + n) for n in range(len(hours))]
    return [
        Answer(own, day, None if took is None else day + took * HOUR, day + 12 * HOUR)
        for day, took in zip(days, hours, strict=True)
    ]


def drawn(habits: Habits, n: int = 400) -> list[timedelta | None]:
    return [habits.drawn(Random(seed)) for seed in range(n)]


def test_while_few_are_known_the_table_is_drawn_from():
    habits = Habits.of(answers([0.01] * (FEW - 1)), LONDON, own=False)
    times = [time / HOUR for time in drawn(habits) if time is not None]
    assert len(times) == 400
    assert min(times) >= TABLE[0]
    assert max(times) <= TABLE[-1]
    assert abs(median(times) - TABLE[len(TABLE) // 2]) < 0.7


def test_who_answers_quickly_is_drawn_quickly_and_who_lets_half_pass_is_drawn_not_at_all_by_half():
    quick = Habits.of(answers([0.5] * 20), LONDON, own=False)
    assert 0.4 < median(time / HOUR for time in drawn(quick) if time) < 0.6
    half = Habits.of(answers([0.5, None] * 10), LONDON, own=False)
    assert 150 < sum(time is None for time in drawn(half)) < 250


def test_who_let_a_window_pass_may_have_been_about_to_answer():
    """Windows that open in the evening close before the day's answer, and say nothing of it."""
    evening = NOON + 7.5 * HOUR
    late = [Answer(False, evening, None, evening + 12 * HOUR) for _ in range(20)]
    habits = Habits.of([*answers([3.0] * 20), *late], LONDON, own=False)
    assert None not in drawn(habits)


def test_answers_in_the_own_turn_are_others():
    mixed = [*answers([0.2] * 20, own=True), *answers([5.0] * 20)]
    own, others = (Habits.of(mixed, LONDON, own=own) for own in (True, False))
    assert max(filter(None, drawn(own))) < HOUR < min(filter(None, drawn(others)))


def test_nobody_answers_at_an_hour_at_which_they_never_did():
    days = [NOON - n * 24 * HOUR for n in range(20)]
    evening = [Answer(False, day, day + 8 * HOUR, day + 12 * HOUR) for day in days]
    habits = Habits.of(evening, LONDON, own=False)
    for seed in range(200):
        length = habits.drawn(Random(seed))
        assert length is not None
        at = habits.after(NOON + seed * HOUR, length, ALWAYS)
        assert at is not None
        assert at.astimezone(LONDON).hour in {*range(16, 24), 0}


def test_nor_outside_of_playing_hours():
    habits = Habits(LONDON)
    hours = PlayingHours(weekends=False)
    friday = datetime(2026, 3, 6, 21, tzinfo=UTC)
    at = habits.after(friday, 3 * HOUR, hours)
    assert at is not None
    assert at.astimezone(LONDON) == datetime(2026, 3, 9, 9, tzinfo=LONDON)


def test_the_same_moment_draws_the_same_hour(monkeypatch):
    monkeypatch.setattr(answer_time_model, "known", lambda seat: [])
    monkeypatch.setattr(seed_encryption, "unlock", lambda secret: b"s" * 32)

    class Row:
        secret = b""

    def hour(moment: str) -> datetime | None:
        return answer_time_model.hour(Row(), None, NOON, ALWAYS, moment=moment, own=False)  # type: ignore[arg-type]

    assert hour("7:3:1:blue") == hour("7:3:1:blue")
    assert len({hour(f"{n}:3:1:blue") for n in range(20)}) > 15


@pytest.mark.parametrize("n", [1, 2])
def test_a_scenario_tells_them(n):
    with answer_time_model.scripted([HOUR]):
        found = [
            answer_time_model.hour(None, None, NOON, ALWAYS, moment="", own=False)  # type: ignore[arg-type]
            for _ in range(n)
        ]
    assert found == [NOON + HOUR, None][:n]
