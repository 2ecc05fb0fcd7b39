"""The search of games: by name, player, system, speed, free seats, among what a reader may see."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from random import Random

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests import seated
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.models import Club, Game, Player, Seat


def found(client: Client, **asked: object) -> list[str]:
    """The titles that a search shows, in their order."""
    html = client.get("/games/", asked).content.decode()
    return re.findall(r'<a class="name" [^>]*>([^<]*)</a>', html)


def begun(title: str, *players: Player, **fields: object) -> Game:
    """A game of these players and bots."""
    game = door.create("toll", ["red", "blue"], title=title, **fields)
    Seat.objects.filter(game=game).update(bot=True)
    for seat, player in zip(game.seats.all(), players, strict=False):
        Seat.objects.filter(pk=seat.pk).update(player=player, bot=False)
    seated.begin(game.pk, stops=False)
    return game


def test_a_game_is_found_by_its_name_and_by_who_plays_it(
    client: Client, game: Game, blue: Player
) -> None:
    begun("Harbour", blue)
    assert found(client, q="OLD  road") == ["The old road"]
    assert sorted(found(client, q="second")) == ["Harbour", "The old road"]
    assert found(client, q="first") == ["The old road"]
    assert found(client, q="%") == found(client, q="toll") == []


def test_a_player_is_found_by_the_name_that_the_game_keeps(
    client: Client, game: Game, blue: Player
) -> None:
    Player.objects.filter(pk=blue.pk).update(display_name="Renamed")
    assert found(client, q="second") == ["The old road"]
    assert found(client, q="renamed") == []
    Seat.objects.filter(game=game, colour="blue").update(left=game.created)
    assert found(client, q="second") == []


def test_games_are_found_by_system_speed_and_free_seats(client: Client, gathering: Game) -> None:
    quick = Club.objects.create(name="Quick", slug="quick", settings={"turn_time": "12h"})
    begun("Blitz", club=quick)
    begun("Weeks", settings={"turn_time": "7 days"})
    door.create("star-traders", ["red", "blue"], title="Voyage", club=quick)
    assert found(client, system="star-traders") == ["Voyage"]
    assert found(client, speed="fast") == ["Voyage", "Blitz"]
    assert found(client, speed="steady") == ["The old road"]
    assert found(client, speed="slow") == ["Weeks"]
    assert found(client, free="1") == ["Voyage", "The old road"]
    assert found(client, free="1", speed="fast", q="voy", system="star-traders") == ["Voyage"]
    assert len(found(client, speed="none", free="")) == 4


def test_ones_own_games_are_searched_too(red_client: Client, game: Game) -> None:
    assert found(red_client, q="old") == ["The old road"]
    page = red_client.get("/games/", {"q": "new"}).content.decode()
    assert "The old road" not in page
    assert "Nothing waits for you" not in page


def test_the_form_keeps_what_was_searched_for_and_says_how_to_begin(
    client: Client, game: Game
) -> None:
    page = client.get("/games/", {"q": '"no" such', "speed": "slow", "free": "1"}).content.decode()
    assert "No such game." in page
    assert 'href="/games/new"' in page
    assert 'value="&quot;no&quot; such"' in page
    assert '<option value="slow" selected>' in page
    assert 'value="1" checked' in page
    assert "No such game." not in client.get("/games/").content.decode()


def test_further_pages_are_of_the_same_search(client: Client, db: None) -> None:
    Game.objects.bulk_create(
        Game(slug=f"g{n}", title=f"A & {n}", system="toll", secret=b"") for n in range(51)
    )
    assert "?q=a+%26&amp;page=2" in client.get("/games/", {"q": "a &"}).content.decode()
    assert len(found(client, q="a &", page=2)) == 1


def test_a_search_costs_the_same_for_one_game_and_for_many(
    client: Client, game: Game, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(6):
        begun(f"Old {number}")
    asked = {"q": "old", "speed": "steady", "system": "toll"}
    with django_assert_max_num_queries(5):
        assert client.get("/games/", asked).status_code == 200


@pytest.mark.examples("searched-games")
@time_machine.travel(datetime(2026, 3, 2, 9, tzinfo=UTC), tick=False)
def test_nobody_finds_by_a_search_what_the_list_does_not_show(
    red: Player, blue: Player, examples: int, lots: Random
) -> None:
    """Not even by a count: with games that a reader may not see, by these names, each search is the
    same page to the byte. And what is found is what the list shows under these words.
    """
    third = Player.objects.create_user("third@example.org", display_name="Thirdly")
    club = club_roles.found("Lantern", "lantern", third, public=False)
    club_roles.admit(club, blue)
    begun("Harbour", red)
    for number in range(3):
        door.create("toll", ["red", "blue"], title=f"Open {number}")
    stranger, outsider = Client(), Client()
    outsider.force_login(Player.objects.create_user("none@example.org", display_name="Outside"))
    member = Client()
    member.force_login(third)
    for _ in range(examples):
        asked = {
            "q": lots.choice(["", "harbour", "hidden", "first", "second", "thirdly", "e", "open"]),
            "system": lots.choice(["", "toll", "star-traders"]),
            "speed": lots.choice(["", "fast", "steady", "slow"]),
            "free": lots.choice(["", "1"]),
            "page": lots.choice(["", "2"]),
        }
        before = [_page(client, asked) for client in (stranger, outsider)]
        with transaction.atomic():
            for number in range(lots.randint(1, 2)):
                _hidden(f"Hidden harbour {number}", blue, third, club, lots)
            door.create("toll", ["red", "blue"], title="Hidden, open", club=club)
            begun("Hidden seats", blue, third, settings={"watched": "seats"})
            after = [_page(client, asked) for client in (stranger, outsider)]
            every = member.get("/games/").content.decode()
            searched = found(member, q=asked["q"])
            transaction.set_rollback(True)
        assert before == after, asked
        lines = re.findall(r'(?s)class="name" [^>]*>([^<]*)</a>(.*?)</li>', every)
        shown = [t for t, rest in lines if asked["q"] in (t + "".join(_people(rest))).lower()]
        assert sorted(searched) == sorted(shown), asked


def _hidden(title: str, blue: Player, third: Player, club: Club, lots: Random) -> Game:
    """A game of a private club, with any settings."""
    settings = {
        "watched": lots.choice(["seats", "club", "everyone"]),
        "press": lots.choice(["anonymous", "free"]),
        "turn_time": lots.choice(["12h", "72h", "200h"]),
    }
    return begun(title, blue, third, settings=settings, club=club)


def _page(client: Client, asked: dict[str, str]) -> str:
    """The page, without what no two answers share."""
    html = client.get("/games/", asked).content.decode()
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", html)


def _people(line: str) -> list[str]:
    return [
        one for one in re.findall(r'class="seat [^>]*>([^<]*)<', line) if not one.endswith("a bot")
    ]
