"""The demonstration club: in each system bots play a game, and one seat is free."""

from __future__ import annotations

import pytest

from traders.club import demonstration_club
from traders.club.demonstration_club import GAMES
from traders.domain.play.commands import leaving_and_taking_seats
from traders.engines.registry import ENGINES, engine
from traders.models import Game, Phase, Seat

SYSTEMS = ("star-traders", "traders-luck", "imperial-trader", "stratastar")


def test_no_system_is_forgotten() -> None:
    assert {shown.system for shown in GAMES} >= set(SYSTEMS)
    assert set(ENGINES) >= {shown.system for shown in GAMES}


@pytest.mark.sampled
@pytest.mark.django_db
@pytest.mark.parametrize("system", SYSTEMS)
def test_each_system_has_a_game_of_bots_and_a_seat_for_the_newcomer(system: str) -> None:
    club = demonstration_club.make()
    games = Game.objects.filter(club=club, system=system)
    of_bots = {shown.title for shown in GAMES if shown.system == system and not shown.free}
    assert of_bots
    # layers above add games of their own
    assert of_bots <= set(games.filter(phase=Phase.PLAYING).values_list("title", flat=True))
    gathering = games.get(phase=Phase.GATHERING)
    free = [
        seat
        for seat in Seat.objects.filter(game=gathering)
        if leaving_and_taking_seats.is_free(seat)
    ]
    assert [seat.colour for seat in free] == ["red"]
    assert all(seat.bot for seat in Seat.objects.filter(game=gathering).exclude(pk=free[0].pk))


@pytest.mark.django_db
def test_both_games_of_star_traders_are_played() -> None:
    demonstration_club.make()
    played = Game.objects.filter(system="star-traders", phase=Phase.PLAYING)
    assert {game.options.get("game", "basic") for game in played} == {"basic", "advanced"}


@pytest.mark.django_db
def test_making_it_again_changes_nothing() -> None:
    demonstration_club.make()
    before = list(Game.objects.order_by("pk").values_list("pk", "number"))
    demonstration_club.make()
    assert list(Game.objects.order_by("pk").values_list("pk", "number")) == before


@pytest.mark.sampled
@pytest.mark.django_db
@pytest.mark.parametrize("system", SYSTEMS)
def test_whoever_finds_no_seat_gets_one_more_game_of_the_system(system: str) -> None:
    game = demonstration_club.another(system)
    assert game.system == system
    assert game.title.endswith(" 2")


def test_the_short_games_end_by_their_options() -> None:
    for shown in GAMES:
        for name, value in shown.options.items():
            setting = next(
                setting for setting in engine(shown.system).options if setting.name == name
            )
            assert value != setting.default, f"{shown.title}: {name} is the default"
