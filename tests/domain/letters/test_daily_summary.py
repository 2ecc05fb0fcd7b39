"""Cadence: a digest a day for who wants one, by the reader's own clock; nothing told twice, nothing
lost (models.Cadence).
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.domain.letters.table import NOON, change_set
from traders.domain.letters import daily_summaries, write
from traders.domain.post import delivery
from traders.domain.table.change_set import SaidMessage
from traders.models import Cadence, Letter, LetterStatus

pytestmark = pytest.mark.django_db
EVENING = NOON + timedelta(hours=6)


@pytest.fixture
def daily(game, seats):
    player = seats[0].player
    player.cadence = Cadence.DAILY
    player.save()
    write(
        game,
        seats,
        change_set(
            game,
            views={seat.colour: {} for seat in seats},
            press=[SaidMessage("blue", "", "Well flown!", "blue")],
        ),
    )
    return player


def test_it_waits_for_the_readers_evening_and_comes_once(daily):
    assert daily_summaries(EVENING - timedelta(seconds=1)) == []
    assert len(daily_summaries(EVENING)) == 1
    assert daily_summaries(EVENING + timedelta(minutes=10)) == []


def test_the_evening_is_that_of_the_readers_zone(daily):
    daily.zone = "Asia/Tokyo"  # 21:00 there at noon UTC: this evening's hour is past
    daily.save()
    assert daily_summaries(EVENING) == []
    assert len(daily_summaries(EVENING + timedelta(hours=15))) == 1


def test_an_evening_missed_by_the_house_is_made_good_when_it_is_back(daily):
    assert len(daily_summaries(EVENING + timedelta(hours=9))) == 1


def test_it_tells_what_was_held_and_nothing_that_was_not_the_seats(daily):
    [pk] = daily_summaries(EVENING)
    delivery.prepare([pk])
    letter = Letter.objects.get(pk=pk)
    assert letter.status == LetterStatus.PREPARED, letter.problem
    text = bytes(letter.raw or b"").decode()
    assert "You draw Zap." in text
    assert "Blue to all: Well flown!" in text
    assert "Reply-To" not in text
    assert letter.subject == "Your Monday in Spiral Arm"
    assert Letter.objects.get(seat="red").told_in == letter


def test_a_day_without_news_brings_no_letter(daily):
    daily_summaries(EVENING)
    assert daily_summaries(EVENING + timedelta(days=1)) == []


def test_who_wants_only_what_waits_gets_no_digest(daily):
    daily.cadence = Cadence.WAITING
    daily.save()
    assert daily_summaries(EVENING) == []
    assert Letter.objects.get(seat="red").status == LetterStatus.HELD
