"""A stand-in takes a seat in a season's game: the organizer learns that who had it is drawn on, and
what to do, at the desk, by letter and on the season's page, until that is done (PR-SEAT-01).
"""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.club.seasons.league import called, drawn_by_hand, olga, person, registered
from tests.services.copied_rows import copied
from traders.club.seasons import desk_matters, registration, round_start, season_draw
from traders.club.seasons.replaced_players import replaced_players
from traders.domain.calendar import clock
from traders.domain.letters.letter_facts import decode
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.play.organizer import seat_orders
from traders.engines.kernel.contract.bot_level import Level
from traders.models import Game, Letter, Season, Seat

pytestmark = pytest.mark.django_db
STILL = "and Bob is still drawn for round 2 of Spring. If Bob plays no more, withdraw Bob"


@pytest.fixture
def season() -> Season:
    return begun()


@copied
def begun() -> Season:
    """Four people at two tables, two rounds drawn; the first has begun."""
    found = registered(("Ann", "Bob", "Cat", "Dan"), 4, rounds=2, table_size=2)
    drawn_by_hand(found, d1=[[["Ann", "Bob"], ["Cat", "Dan"]], [["Ann", "Cat"], ["Bob", "Dan"]]])
    round_start.begin(found.pk, olga(found.club))
    found.refresh_from_db()
    return found


def seat_of(name: str) -> Seat:
    return Seat.objects.select_related("game").get(player=called(name))


def resigned(name: str) -> Seat:
    seat = seat_of(name)
    door.orders(seat.game_id, seat.colour, "resign\nyes")
    return seat


def matters(season: Season) -> str:
    return " ".join(one.words for one in desk_matters.waiting(season.club, clock.now()))


def page(season: Season, client: Client) -> str:
    client.force_login(olga(season.club))
    return client.get(reverse("season", args=[season.club.slug, season.slug])).content.decode()


def test_letter_desk_and_page_tell_it_until_the_player_is_withdrawn(
    season: Season, client: Client
) -> None:
    seat = resigned("Bob")
    assert replaced_players(season) == []
    kim = person("Kim")
    club_roles.admit(season.club, kim)
    leaving_and_taking_seats.take(seat.game_id, seat.colour, kim)
    letter = Letter.objects.get(player=olga(season.club), key__startswith="taken.")
    assert STILL in " ".join(decode(letter.facts).extra["told"])
    assert STILL in matters(season)
    assert "Bob is still drawn for round 2" in page(season, client)
    registration.withdraw(season.pk, called("Bob"))
    season_draw.ask(season.pk, olga(season.club), seed=2)
    assert "still drawn" not in matters(season)
    assert "still drawn" not in page(season, client)


def test_who_took_the_own_seat_back_is_in_the_game_and_nothing_is_told(season: Season) -> None:
    seat = resigned("Bob")
    leaving_and_taking_seats.take(seat.game_id, seat.colour, called("Bob"))
    assert replaced_players(season) == []


@pytest.mark.parametrize("by", ["bot", "member"])
def test_an_organizer_who_fills_the_seat_reads_it_in_the_answer(season: Season, by: str) -> None:
    seat = resigned("Bob")
    kim = person("Kim")
    club_roles.admit(season.club, kim)
    told = (
        seat_orders.to_bot(
            seat.game_id, olga(season.club), seat.colour, Level.PLAYER, "nobody came"
        )
        if by == "bot"
        else seat_orders.seat(seat.game_id, olga(season.club), seat.colour, kim, "she asked")
    )
    assert STILL in told


def test_in_the_last_round_and_in_games_of_no_season_nothing_is_told(season: Season) -> None:
    round_start.begin(season.pk, olga(season.club))
    seat = Seat.objects.filter(player=called("Bob")).order_by("pk")[0]
    door.orders(seat.game_id, seat.colour, "resign\nyes")
    kim = person("Kim")
    club_roles.admit(season.club, kim)
    leaving_and_taking_seats.take(seat.game_id, seat.colour, kim)
    assert replaced_players(season) == []
    assert "still drawn" not in str(list(Letter.objects.values_list("facts", flat=True)))
    assert Game.objects.filter(seats__player=kim).count() == 1
