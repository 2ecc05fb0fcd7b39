"""Settings of the postal rules: defaults, a club's, a game's; what cannot be is said in words."""

from __future__ import annotations

import re
from datetime import date, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traders.domain.calendar import durations
from traders.domain.play import door
from traders.domain.settings import game_settings
from traders.domain.settings.postal_rules import postal_settings
from traders.engines.kernel.refusal import Refusal
from traders.models import Club, Game


def test_the_defaults_are_those_of_the_postal_rules() -> None:
    standard = game_settings.STANDARD
    assert (standard.turn_time, standard.interval_time, standard.vacation_days) == (
        timedelta(hours=72),
        timedelta(hours=12),
        21,
    )
    assert (standard.timing, standard.gather, standard.out_of_time) == (
        "stops",
        "interval",
        "end-turn",
    )
    assert (
        set(postal_settings()) | set(game_settings.HOURS) | set(game_settings.TALK)
        == set(game_settings.READERS)
        == set(game_settings.RULES)
    )


@pytest.mark.django_db
def test_the_games_settings_outweigh_the_clubs() -> None:
    club = Club.objects.create(name="C", slug="c", settings={"turn_time": "48h", "grace": "1h"})
    game = Game.objects.create(
        slug="g", title="G", club=club, system="skiff", secret=b"", settings={"grace": "2h"}
    )
    assert game_settings.of(game).turn_time == timedelta(hours=48)
    assert game_settings.of(game).grace == timedelta(hours=2)


@pytest.mark.django_db
def test_playing_hours_are_read() -> None:
    read = game_settings.read(
        {
            "weekends": False,
            "holidays": ["2026-04-06", "DE"],
            "night": ["22:00", "08:00"],
            "zones": {"blue": "Europe/Berlin"},
        }
    )
    assert read.holidays == (frozenset({date(2026, 4, 6)}), "DE")
    assert read.night == (time(22), time(8))
    assert read.zones == {"blue": "Europe/Berlin"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("turn_time", "soon", "no length of time"),
        ("turn_time", "10m", "at least 1 hour"),
        ("confirming_time", "0h", "at least 1 hour"),
        ("turn_time", 72, "like “72h”"),
        ("turn_time", "9999999999d", "longer than a year"),
        ("interval_floor", "20h", "longer than the time to react"),
        ("timing", "never", "stops, table, sealed"),
        ("vacation_days", -1, "0 to 366"),
        ("vacation_days", True, "0 to 366"),
        ("weekends", "no", "true or false"),
        ("holidays", ["2026-13-01"], "neither a date"),
        ("holidays", ["2026-04-06", "9999-12-31"], "write days until 2"),
        ("holidays", 5, "list of dates"),
        ("night", ["22:00", "22:00"], "four hours"),
        ("night", ["08:00", "07:00"], "four hours"),
        ("night", "late", "from when to when"),
        ("zones", {"blue": "Europe/Berlni"}, "Europe/Berlin"),
        ("interval_tim", "12h", "did you mean “interval_time”"),
    ],
)
def test_what_cannot_be_is_said_in_words(name: str, value: object, words: str) -> None:
    with pytest.raises(game_settings.BadSettings) as bad:
        game_settings.read({name: value})
    [found] = bad.value.words
    assert words in found
    assert re.search(r"[^.?][.?]$", found), "one sentence, with one stop"


@pytest.mark.django_db
def test_no_game_is_made_with_settings_that_cannot_be() -> None:
    with pytest.raises(Refusal) as refused:
        door.create("skiff", ["red", "blue"], settings={"turn_time": "soon", "night": "late"})
    assert refused.value.rules == ("PR-TURN-01", "PR-TURN-07")
    assert not Game.objects.exists()


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(game_settings.BadSettings) as bad:
        game_settings.read({"turn_time": "x", "grace": "y", "purse": "72h"})
    assert len(bad.value.words) == 2


@given(st.integers(1, 366 * 86_400).map(lambda s: timedelta(seconds=s)))
def test_a_length_in_words_is_read_as_itself(length: timedelta) -> None:
    assert durations.read(durations.words(length)) == length


@given(st.text())
def test_any_text_is_a_length_or_is_refused_in_words(text: str) -> None:
    words = ""
    try:
        length = durations.read(text)
    except ValueError as wrong:
        words, length = str(wrong), timedelta(0)
    assert words or length >= timedelta(0)


def test_lengths_in_words() -> None:
    assert durations.words(timedelta(days=1, hours=2)) == "1 day 2 hours"
    assert durations.words(timedelta(0)) == "none"
