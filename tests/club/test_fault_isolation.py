"""What comes by itself in clubs: one that is closed, or in which something fails, stops none."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError

from tests.club.seasons.league import LUCK, called, drawn_by_hand, olga, person, registered
from traders.club import chat_room_hook
from traders.club.fault_isolation import by_itself
from traders.club.ladders import ladder_maintenance, player_actions
from traders.club.seasons import registration, round_start, season_draw, setting_up
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import ENGINES
from traders.models import (
    Announcement,
    Challenge,
    Club,
    Game,
    HookShape,
    Ladder,
    Letter,
    Season,
    Starting,
    Telling,
)
from worker.tasks import seasons

pytestmark = pytest.mark.django_db
FOUR = ("Ann", "Bob", "Cat", "Dan")
ONE_ROUND = [[FOUR[:2], FOUR[2:]]]


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(ENGINES, "toll", "tests.toll")
    yield
    clock.set_to(None)


@pytest.fixture
def due() -> Season:
    """A season of Star Club whose first round begins by itself now."""
    season = registered(FOUR, 4, table_size=2, starting=Starting.READY)
    return drawn_by_hand(season, d1=ONE_ROUND)


def _other_club() -> tuple[Season, Ladder]:
    """Another club, made later, with a season that begins by itself, and a ladder."""
    kim = person("Kim")
    club = club_roles.found("Moon Club", "moon", kim)
    plan = setting_up.SeasonPlan(
        name="Moon", divisions=(4,), rounds=1, table_size=2, games=[LUCK], starting=Starting.READY
    )
    season = setting_up.make(club, kim, plan)
    registration.open_registration(season.pk, kim)
    ladder = ladder_maintenance.make(club, kim, "toll", ladder_maintenance.LadderPlan())
    for name in FOUR:
        club_roles.admit(club, called(name))
        registration.register(season.pk, called(name))
        registration.confirm(season.pk, called(name))
        player_actions.join(ladder.pk, called(name))
    player_actions.challenge(ladder.pk, called("Bob"), called("Ann"))
    return drawn_by_hand(season, d1=ONE_ROUND), ladder


def _games(season: Season) -> int:
    return Game.objects.filter(club=season.club).count()


def test_in_a_closed_club_no_round_begins_and_every_other_club_plays_on(due: Season) -> None:
    other, ladder = _other_club()
    Club.objects.filter(pk=due.club_id).update(closed=clock.now())
    with pytest.raises(Refusal, match="is closed"):
        round_start.begin(due.pk, olga(due.club))
    assert round_start.coming(due) is not None
    clock.set_to(clock.now() + timedelta(days=8))
    seasons.sweep()
    seasons.sweep()
    assert (_games(due), _games(other)) == (0, 2)
    assert Challenge.objects.get(ladder=ladder).state == "lapsed"
    Club.objects.update(closed=None)
    seasons.sweep()
    assert _games(due) == 2


def test_a_round_whose_games_were_not_made_before_the_club_closed_stops_nobody(due: Season) -> None:
    other, _ = _other_club()
    due.drawn_rounds.update(begun=clock.now())
    Season.objects.filter(pk=due.pk).update(phase="running")
    Club.objects.filter(pk=due.club_id).update(closed=clock.now())
    seasons.sweep()
    assert (_games(due), _games(other)) == (0, 2)
    Club.objects.update(closed=None)
    seasons.sweep()
    assert _games(due) == 2


def test_nobody_registers_in_a_closed_club() -> None:
    season = registered(FOUR, 4, table_size=2)
    club_roles.admit(season.club, person("Eve"))
    Club.objects.filter(pk=season.club_id).update(closed=clock.now())
    with pytest.raises(Refusal, match="is closed"):
        registration.register(season.pk, called("Eve"))


def test_a_fault_in_one_season_is_logged_and_stops_no_other(
    due: Season, caplog: pytest.LogCaptureFixture
) -> None:
    """Its game is not played on this server any more."""
    other, _ = _other_club()
    Season.objects.filter(pk=due.pk).update(games=[{"system": "gone"}])
    seasons.sweep()
    assert (_games(due), _games(other)) == (0, 2)
    assert f"season {due.pk} failed" in caplog.text


def test_a_game_that_cannot_be_made_is_told_its_organizers_once(due: Season) -> None:
    due.drawn_rounds.update(begun=clock.now())
    Season.objects.filter(pk=due.pk).update(
        phase="running", games=[LUCK | {"options": {"no-such-option": True}}]
    )
    seasons.sweep()
    seasons.sweep()
    told = Letter.objects.filter(player=olga(due.club), key__contains="lacks")
    assert told.count() == 1


def test_a_fault_in_one_draw_or_room_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    season = registered(FOUR, 4, table_size=2, starting=Starting.READY)
    season_draw.ask(season.pk, olga(season.club), seed=1)
    other, _ = _other_club()
    for club in (season.club, other.club):
        chat_room_hook.save(club, "https://hooks.example.org/x", HookShape.JSON)
        Announcement.objects.create(
            club=club, words="News.", at=clock.whole(clock.now()) + timedelta(seconds=1)
        )
    clock.set_to(clock.now() + timedelta(minutes=1))
    Season.objects.filter(pk=season.pk).update(games=[{"system": "gone"}])
    Game.objects.create(slug="old", club=season.club, system="gone", number=1,
                        started=clock.now(), title="Old")  # fmt: skip
    seasons.sweep()
    assert _games(other) == 2
    chat_room_hook.sweep()
    assert Telling.objects.filter(hook__club=other.club).exclude(words="").exists()
    assert "failed" in caplog.text


def test_that_the_database_is_away_is_no_fault_of_one(caplog: pytest.LogCaptureFixture) -> None:
    def away() -> Any:
        raise OperationalError("gone")

    def refused() -> Any:
        raise Refusal("No.")

    with pytest.raises(OperationalError):
        by_itself("all", away)
    with caplog.at_level(logging.WARNING):
        assert by_itself("one", refused) is None
    assert "one: No." in caplog.text and by_itself("one", lambda: 7) == 7
