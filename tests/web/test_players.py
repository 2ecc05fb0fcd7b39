"""The list of players, the search in it, and a player's page, for who may see whom."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from tests import seated
from tests.web.test_game_history_page import played
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.models import Game, Player, Seat

pytestmark = pytest.mark.django_db


def named(name: str, **fields: object) -> Player:
    address = f"{name.lower()}@example.org"
    return Player.objects.create_user(address, display_name=name, **fields)


def at(player: Player | None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


def found(client: Client, q: str = "") -> list[str]:
    """The names that the list shows, in its order."""
    html = client.get("/players/", {"q": q}).content.decode()
    return re.findall(r'href="/players/\d+/">([^<]*)</a>', html)


def public(*players: Player, **settings: str) -> Game:
    """A game of these two that has begun."""
    game = door.create("toll", ["red", "blue"], title="Open", settings=settings)
    for seat, player in zip(game.seats.all(), players, strict=True):
        Seat.objects.filter(pk=seat.pk).update(player=player)
    seated.begin(game.pk, stops=False)
    return game


def test_who_shares_a_club_plays_in_public_or_wishes_it_is_found() -> None:
    ann, bob, kim, joe = map(named, ("Ann", "Bob", "Kim", "Joe"))
    named("Hidden")
    named("Listed", listed=True)
    club = club_roles.found("Lantern", "lantern", ann, public=False)
    club_roles.admit(club, bob)
    assert found(at(None)) == found(at(kim)) == ["Listed"]
    assert found(at(ann)) == found(at(bob)) == ["Ann", "Bob", "Listed"]
    public(kim, joe)
    assert found(at(None)) == ["Joe", "Kim", "Listed"]
    assert found(at(bob)) == ["Ann", "Bob", "Joe", "Kim", "Listed"]
    assert found(at(bob), "B") == ["Bob"]
    assert found(at(None), "o") == ["Joe"]
    assert found(at(None), "bob") == []


def test_who_plays_where_not_all_may_watch_left_or_is_a_bot_is_not_found() -> None:
    ann, bob = named("Ann"), named("Bob")
    public(ann, bob, watched="seats")
    game = public(ann, bob)
    Seat.objects.filter(game=game, player=ann).update(left=game.created)
    Seat.objects.filter(game=game, player=bob).update(bot=True)
    Player.objects.bot("Robot 1")
    assert found(at(None)) == []
    assert "plays in games that all may watch" in at(None).get("/players/").content.decode()


def test_the_wish_is_a_choice_of_the_account_and_off_at_first(
    red_client: Client, red: Player
) -> None:
    assert not red.listed
    fields = {"display_name": "First", "zone": "Europe/Berlin", "cadence": "waiting"}
    for told, names in (({"listed": "on"}, ["First"]), ({}, [])):
        red_client.post("/account", {**fields, **told})
        assert found(at(None)) == names


def test_a_page_is_seen_by_who_finds_the_player_or_sees_a_club_of_theirs() -> None:
    ann, bob, listed = named("Ann"), named("Bob"), named("Kim", listed=True)
    pages = [f"/players/{one.pk}/" for one in (ann, listed)]
    readers = [at(None), at(bob), at(ann)]

    def answers() -> list[list[int]]:
        return [[reader.get(page).status_code for page in pages] for reader in readers]

    assert answers() == [[404, 200], [404, 200], [200, 200]]
    club = club_roles.found("Lantern", "lantern", ann, public=False)
    assert answers()[1] == [404, 200]
    club_roles.admit(club, bob)
    assert answers() == [[404, 200], [200, 200], [200, 200]]


def test_a_page_tells_results_and_friendly_ratings(game: Game, red: Player) -> None:
    page = at(None).get(f"/players/{red.pk}/").content.decode()
    assert "In friendly games" in page
    assert "±" not in page
    assert "Reliability" not in page
    played(game)
    page = at(None).get(f"/players/{red.pk}/").content.decode()
    assert re.search(r"± [\d,]+, after 1 game\b", page)
    assert "shrinks with each game.</p>" in page
    assert re.search(r"place [12] of 2", page)


def test_a_page_costs_the_same_for_ten_games_and_for_thirty(game: Game, red: Player) -> None:
    played(game)
    seats = list(game.seats.all())

    def queries(games: int) -> int:
        for _ in range(games):
            game.pk, game.slug = None, f"again-{Game.objects.count()}"
            game.digest = f"{Game.objects.count():064x}"
            game.save(force_insert=True)
            for seat in seats:
                seat.pk, seat.game = None, game
                seat.save(force_insert=True)
        with CaptureQueriesContext(connection) as asked:
            page = at(None).get(f"/players/{red.pk}/").content.decode()
        assert len(re.findall(r"place [12] of 2", page)) == Game.objects.count()
        return len(asked)

    assert queries(9) == queries(20)


@pytest.mark.parametrize(
    "settings", [{"press": "anonymous"}, {"watched": "seats"}], ids=["masks", "hidden"]
)
def test_games_under_masks_or_that_not_all_may_watch_are_not_rated(
    game: Game, red: Player, settings: dict[str, str]
) -> None:
    played(game)
    Game.objects.filter(pk=game.pk).update(settings=game.settings | settings)
    Player.objects.filter(pk=red.pk).update(listed=True)
    assert "±" not in at(None).get(f"/players/{red.pk}/").content.decode()


def test_a_private_clubs_games_are_rated_for_its_members_alone(
    game: Game, red: Player, blue: Player
) -> None:
    played(game)
    club = club_roles.found("Lantern", "lantern", red, public=False)
    Game.objects.filter(pk=game.pk).update(club=club)
    Player.objects.filter(pk=red.pk).update(listed=True)
    outside, member = at(blue), named("Member")
    assert "±" not in outside.get(f"/players/{red.pk}/").content.decode()
    club_roles.admit(club, member)
    page = at(member).get(f"/players/{red.pk}/").content.decode()
    assert re.search(r"Lantern</th><td>[\d,]+ ± ", page)


def test_the_list_costs_the_same_for_one_player_and_for_many(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(12):
        club_roles.found(f"Club {number}", f"club-{number}", named(f"Ann {number}", listed=True))
    with django_assert_max_num_queries(4):
        assert len(found(client)) == 12


def test_pages_of_the_list_lead_back_and_on(client: Client) -> None:
    """It is by name; lists by time lead to what is newer and older."""
    Player.objects.bulk_create(
        Player(email=f"a{number}@example.org", display_name=f"Ann {number}", listed=True)
        for number in range(51)
    )
    pages = [client.get("/players/", {"page": page}).content.decode() for page in (1, 2)]
    assert [">on ›</a>" in pages[0], ">‹ back</a>" in pages[1]] == [True, True]


@pytest.mark.examples("searched-players")
def test_nobody_finds_whom_they_may_not_not_even_by_a_count(
    client: Client, examples: int, lots: Random
) -> None:
    """With players who are hidden from a reader, by any name, in private clubs and games, each
    search is the same page to the byte.
    """
    for number in range(51):
        named(f"Shown {number:02}", listed=True)
    outside = at(named("Outside"))
    for number in range(examples):
        asked = {"q": lots.choice(["", "shown", "n 1", "hid"]), "page": lots.choice(["", "2"])}
        before = [one.get("/players/", asked).content for one in (client, outside)]
        ann, bob = named(f"Shown hidden {number}"), named(f"Hid {number}")
        club = club_roles.found(f"Club {number}", f"club-{number}", ann, public=False)
        club_roles.admit(club, bob)
        public(ann, bob, watched=lots.choice(["seats", "club"]))
        Game.objects.filter(title="Open").update(club=lots.choice([club, None]))
        assert [one.get("/players/", asked).content for one in (client, outside)] == before
        assert at(ann).get("/players/", {"q": "hid"}).content != before[0]
