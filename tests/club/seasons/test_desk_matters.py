"""The morning letter tells what waits in seasons and on ladders, each with the order that does it;
the whole season is led by answering it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tests.club.seasons.league import (
    called,
    club_of,
    drawn_by_hand,
    olga,
    registered,
    season_of,
)
from tests.domain.playing import bots_play
from traders.club.desk.morning_letter import desk_letters
from traders.club.ladders import ladder_maintenance, player_actions
from traders.club.seasons import registration, round_start, season_draw
from traders.club.seasons.table_results import result_of
from traders.domain.calendar import clock
from traders.domain.letters.addresses import answer_address
from traders.domain.letters.letter_facts import decode
from traders.domain.letters.letter_recipient import reader_of
from traders.domain.letters.render import render
from traders.domain.post.incoming import intake
from traders.domain.timeline import timeline
from traders.models import Club, Game, Letter, Role, Season, SeasonTable

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Bob", "Cat", "Dan")
MONDAY = datetime(2026, 3, 2, 7, 30, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _monday() -> Iterator[None]:
    clock.set_to(MONDAY)
    yield
    clock.set_to(None)


def morning() -> Letter | None:
    """The letter of the next morning."""
    clock.set_to(clock.now() + DAY)
    found = desk_letters()
    return Letter.objects.get(pk=found[0]) if found else None


def news(club: Club) -> None:
    """Somebody joins until the next morning, so that there is a letter."""
    club.memberships.filter(player=called("Dan")).update(since=clock.now() + DAY / 2)


def text(letter: Letter | None) -> str:
    """What it says; its lines are short."""
    assert letter is not None
    said = render(letter.kind, decode(letter.facts), reader_of(letter)).text
    assert max(len(line) for line in said.splitlines() if "://" not in line) <= 44
    return " ".join(said.split())


def answered(letter: Letter | None, line: str) -> str:
    """What is told of an answer."""
    assert letter is not None
    assert letter.player is not None
    to = answer_address(letter.tag)
    head = f"From: {letter.player.email}\r\nTo: {to}\r\nSubject: Re\r\n\r\n"
    arrival = intake.take(
        (head + line).encode(), envelope_to=to, envelope_from="x@y.test", channel="smtp"
    )
    timeline.read(arrival.pk)
    arrival.refresh_from_db()
    assert arrival.answered_by is not None
    return decode(arrival.answered_by.facts).lines[0].words


def test_a_season_is_led_by_answering_the_morning_letters() -> None:
    season = registered(NAMES, 2, 2, table_size=2)
    assert morning() is None
    season_draw.ask(season.pk, olga(season.club), seed=7)
    season_draw.work(season.pk)
    letter = morning()
    assert "1 thing needs you" in decode(letter.facts).extra["subject"]  # type: ignore[union-attr]
    assert "Spring: a draw is ready." in text(letter) and "bind spring 7" in text(letter)
    assert "not the latest draw" in answered(letter, "bind spring 8")
    assert "The draw of Spring holds" in answered(letter, "bind spring 7")
    letter = morning()
    assert "Spring: Round 1. Begin it when you like." in text(letter)
    assert "is not the next to begin" in answered(letter, "begin spring 2")
    assert "Round 1 of Spring has begun" in answered(letter, "begin spring 1")
    for table in SeasonTable.objects.all():
        bots_play(table.game)
    letter = morning()
    assert "All games are over. Look at the results" in text(letter)
    assert "are final" in answered(letter, "approve spring 1")
    letter = morning()
    assert "finish spring" in text(letter)
    assert "Spring is over" in answered(letter, "finish spring")
    assert Season.objects.get().phase == "over"
    morning()
    assert morning() is None


def test_who_has_not_confirmed_is_told_of_and_needs_somebody_near_the_closing() -> None:
    season = season_of(club_of(NAMES), (4,), closes=MONDAY + 9 * DAY)
    registration.register(season.pk, called("Ann"))
    news(season.club)
    letter = morning()
    assert "FOR YOUR INFORMATION Spring: 1 person has not confirmed." in text(letter)
    assert morning() is None
    clock.set_to(MONDAY + 6 * DAY)
    letter = morning()
    assert "NEEDS YOU Spring: 1 person has not confirmed." in text(letter)
    assert answered(letter, "ask spring") == "1 person was asked."
    assert Letter.objects.filter(player=called("Ann"), key__contains="sure").count() == 1


def test_only_an_organizer_of_the_club_leads_its_seasons() -> None:
    season = registered(NAMES, 2, 2, table_size=2)
    by = olga(season.club)
    news(season.club)
    letter = morning()
    assert "No season of the club is called so" in answered(letter, "finish autumn")
    season.club.memberships.filter(player=by).update(role=Role.PLAYER)
    for line in ("approve spring 1", "bind spring 1", "ask spring", "finish spring"):
        assert "Only an organizer" in answered(letter, line), line
    season.refresh_from_db()
    assert season.phase == "registering"


def test_challenges_that_wait_are_told_of_and_overdue_ones_need_somebody() -> None:
    club = club_of(NAMES)
    ladder = ladder_maintenance.make(
        club, olga(club), "traders-luck", ladder_maintenance.LadderPlan()
    )
    for name in NAMES:
        player_actions.join(ladder.pk, called(name))
    player_actions.challenge(ladder.pk, called("Bob"), called("Ann"))
    news(club)
    assert "Star Trader's Luck ladder: 1 challenge not answered." in text(morning())
    clock.set_to(MONDAY + 5 * DAY)
    news(club)
    assert "1 of them due today" in text(morning())
    clock.set_to(MONDAY + 8 * DAY)
    letter = morning()
    assert "NEEDS YOU" in text(letter) and "overdue for a day" in text(letter)


def test_a_void_game_is_numbered_and_its_result_stated_by_answering() -> None:
    season = registered(NAMES, 2, 2, table_size=2)
    drawn_by_hand(season, d1=[[("Ann", "Bob")]], d2=[[("Cat", "Dan")]])
    round_start.begin(season.pk, olga(season.club))
    first, second = SeasonTable.objects.order_by("pk")
    bots_play(second.game)
    assert first.game is not None
    Game.objects.filter(pk=first.game.pk).update(phase="over", ending="void", number=3)
    letter = morning()
    told = text(letter)
    assert f"1. Spring, {first}: {first.game.title} ended without a result." in told
    assert "approve spring 1" not in told
    line = "result 1 Ann, Bob: the game was void"
    assert line in told
    assert "cannot place “eve”" in answered(letter, "result 1 ann, eve: ill").casefold()
    assert "cannot place “ann”" in answered(letter, "result 1 ann, ann: ill").casefold()
    assert "Write it as in" in answered(letter, "result 1")
    assert "Say why" in answered(letter, "result 1 ann, bob:")
    assert "1. Bob, 1. Ann" in answered(letter, "result 1 bob = ann: it was even").replace(
        "1. Ann, 1. Bob", "1. Bob, 1. Ann"
    )
    assert "1. Ann, 2. Bob" in answered(letter, line)
    assert result_of(first.pk).settled
    letter = morning()
    assert "ended without a result" not in text(letter)
    assert "are final" in answered(letter, "approve spring 1")
