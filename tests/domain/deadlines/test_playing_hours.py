"""Playing hours (PR-TURN-07)."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import example, given
from hypothesis import strategies as st

from traders.domain.calendar.playing_hours import FAR, PlayingHours, seconds
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.deadlines.game_clocks import DeadlineState
from traders.domain.deadlines.heartbeat_and_outages import Outage
from traders.domain.deadlines.seat_clock import SeatClock

HOUR = timedelta(hours=1)
FRIDAY = datetime(2026, 3, 27, 16, 0, tzinfo=UTC)
WORKING = PlayingHours(zone="Europe/Berlin", weekends=False)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_without_settings_clocks_always_run() -> None:
    assert PlayingHours().add(FRIDAY, 12 * HOUR) == FRIDAY + 12 * HOUR
    assert PlayingHours().between(FRIDAY, FRIDAY + 50 * HOUR) == 50 * HOUR


def test_a_weekend_in_which_summer_time_begins_is_left_out_by_the_players_own_clock() -> None:
    assert WORKING.add(FRIDAY, 12 * HOUR) == FRIDAY + 59 * HOUR


def test_a_day_of_twenty_three_hours_counts_twenty_three() -> None:
    berlin = PlayingHours(zone="Europe/Berlin", holidays=frozenset({date(2026, 3, 30)}))
    assert berlin.between(utc("2026-03-28T23:00"), utc("2026-03-30T22:00")) == 23 * HOUR


def test_a_deadline_on_the_stroke_of_the_weekend_is_moved_behind_it() -> None:
    assert WORKING.add(FRIDAY, 7 * HOUR) == utc("2026-03-29T22:00")


def test_a_deadline_in_the_night_is_moved_to_the_morning() -> None:
    hours = PlayingHours(night=(time(22), time(8)))
    assert hours.add(utc("2026-03-02T20:00"), 2 * HOUR) == utc("2026-03-03T08:00")
    assert hours.add(utc("2026-03-02T21:30"), HOUR) == utc("2026-03-03T08:30")
    assert hours.inside(utc("2026-03-02T23:15")) == utc("2026-03-03T08:00")
    assert hours.inside(utc("2026-03-02T21:59")) == utc("2026-03-02T21:59")


def test_a_night_that_does_not_go_over_midnight() -> None:
    hours = PlayingHours(night=(time(1), time(5)))
    assert hours.add(utc("2026-03-02T00:30"), HOUR) == utc("2026-03-02T05:30")


def test_where_the_players_clock_jumps_over_the_end_of_a_night_it_ends_by_that_clock() -> None:
    """Skipped: with the jump. Come to twice: at the second time, so that nothing falls due in the
    night between the two.
    """
    for zone, begin, end, asked, due in (
        ("Europe/Berlin", time(22), time(2, 30), "2026-03-29T01:00", "2026-03-29T01:00"),
        ("Europe/Berlin", time(22), time(2, 30), "2026-10-25T01:10", "2026-10-25T01:30"),
        ("Europe/Berlin", time(1), time(2), "2026-10-25T00:20", "2026-10-25T00:20"),
        ("Africa/Cairo", time(0, 30), time(6), "2026-04-23T22:10", "2026-04-24T03:00"),
        ("America/Havana", time(22), time(0, 30), "2026-11-01T05:10", "2026-11-01T05:30"),
        ("Australia/Lord_Howe", time(22), time(2, 15), "2026-10-03T15:30", "2026-10-03T15:30"),
    ):
        assert PlayingHours(zone, night=(begin, end)).inside(utc(asked)) == utc(due), (zone, asked)


def test_holidays_by_date_and_by_country() -> None:
    monday = datetime(2026, 4, 6, 9, 0, tzinfo=UTC)  # Easter Monday
    assert PlayingHours(holidays=frozenset({date(2026, 4, 6)})).inside(monday) == utc(
        "2026-04-07T00:00"
    )
    assert PlayingHours(country="DE", zone="Europe/Berlin").inside(monday) == utc(
        "2026-04-06T22:00"
    )
    assert PlayingHours(country="US").inside(monday) == monday


def test_an_absence_stands_still() -> None:
    away = PlayingHours(absences=((utc("2026-03-03T00:00"), utc("2026-03-06T00:00")),))
    assert away.add(utc("2026-03-02T18:00"), 12 * HOUR) == utc("2026-03-06T06:00")


def test_hours_that_never_come_are_looked_for_so_far_and_no_further() -> None:
    never = PlayingHours(absences=((FRIDAY, FRIDAY + timedelta(days=40_000)),))
    assert never.inside(FRIDAY) == FRIDAY + timedelta(days=FAR)


def test_the_longest_length_in_the_fewest_hours_ends() -> None:  # PR-TURN-07
    """A year of playing time, four hours a day from Monday to Friday, after two years of days off
    and one of absence: no clock is too slow to be reckoned.
    """
    off = frozenset(FRIDAY.date() + timedelta(days=n) for n in range(731))
    away = (FRIDAY + timedelta(days=731), FRIDAY + timedelta(days=731 + 366))
    slow = PlayingHours("Asia/Kathmandu", False, off, "DE", (time(22), time(18)), (away,))
    due = slow.add(FRIDAY, timedelta(days=366))
    assert away[1] < due < FRIDAY + timedelta(days=FAR)
    assert slow.between(FRIDAY, due) == timedelta(days=366)


ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "America/Havana",
    "Pacific/Apia",
)
moments = st.datetimes(datetime(2025, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC)).map(
    lambda t: t.replace(microsecond=0)
)
lengths = st.integers(0, 20 * 86_400).map(lambda s: timedelta(seconds=s))
nights = st.none() | st.tuples(st.integers(0, 23), st.integers(1, 19)).map(
    lambda n: (time(n[0]), time((n[0] + n[1]) % 24))
)


@st.composite
def all_hours(draw: st.DrawFn) -> PlayingHours:
    begin = draw(moments)
    return PlayingHours(
        zone=draw(st.sampled_from(ZONES)),
        weekends=draw(st.booleans()),
        holidays=draw(st.frozensets(st.dates(date(2025, 1, 1), date(2027, 12, 31)), max_size=20)),
        night=draw(nights),
        absences=draw(st.sampled_from([(), ((begin, begin + draw(lengths)),)])),
    )


@given(all_hours(), moments, lengths, lengths)
@example(
    PlayingHours("Europe/Berlin", night=(time(2), time(3))), utc("2026-03-29T00:00"), HOUR, HOUR
)
def test_what_is_added_has_passed_and_the_deadline_lies_inside(
    hours: PlayingHours, start: datetime, length: timedelta, more: timedelta
) -> None:
    due = hours.add(start, length)
    assert hours.between(start, due) == length
    assert hours.inside(due) == due
    assert due >= start + length
    assert hours.add(due, more) == hours.add(start, length + more)


@given(all_hours(), moments)
def test_no_span_is_empty_overlaps_or_lies_in_what_is_left_out(
    hours: PlayingHours, start: datetime
) -> None:
    before = start
    for (begin, end), _ in zip(hours.spans(start), range(30), strict=False):
        assert before <= begin < end
        before = end
        local = begin.astimezone(ZoneInfo(hours.zone))
        assert hours.weekends or local.weekday() < 5
        assert local.date() not in hours.holidays
        for moment in (begin, end - timedelta(seconds=1)) if hours.night else ():
            evening, morning = hours.night or (time(0), time(0))
            there = moment.astimezone(ZoneInfo(hours.zone)).time()
            over_midnight = morning < evening and (there >= evening or there < morning)
            assert not (evening <= there < morning or over_midnight)
        assert all(not away <= begin < back for away, back in hours.absences)


@given(all_hours(), moments, lengths, lengths, lengths)
@example(
    PlayingHours(night=(time(22), time(8))),
    utc("2026-01-13T09:00"),
    12 * HOUR,
    10 * HOUR,
    3 * HOUR,
)
def test_what_was_left_when_an_outage_began_is_left_when_it_is_over(
    hours: PlayingHours, start: datetime, whole: timedelta, ran: timedelta, down: timedelta
) -> None:  # PR-MAIL-03
    clock = SeatClock(seconds(whole), start)
    outage = Outage(1, start + ran, start + ran + down)
    due, left = hours.add(start, whole), clock.unused(outage.begin, hours)
    DeadlineState(start, {"red": clock}).give_back(outage.begin, outage.end, lambda _: hours)
    if due >= outage.begin:
        assert clock.unused(outage.end, hours) == left
    else:
        assert clock.due(hours) == due
    # what has no clock moves alike
    assert heartbeat_and_outages.moved(
        start, due, timedelta(days=60), hours, [outage]
    ) == clock.due(hours)
