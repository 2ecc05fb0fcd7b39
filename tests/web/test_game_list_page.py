"""The list of games, taking seats, making games."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests import seated
from traders.domain import hooks
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.engines.kernel.refusal import Refusal
from traders.models import Club, Game, Phase, Player, Role, Seat


def test_with_no_game_the_page_tells_how_to_begin(client: Client, db: None) -> None:
    assert "No games yet." in client.get("/games/").content.decode()


def test_a_free_seat_is_offered(client: Client, gathering: Game) -> None:
    html = client.get("/games/").content.decode()
    assert "A seat is free" in html
    assert "Take Blue" in html


def test_what_waits_for_the_reader_comes_first(red_client: Client, game: Game) -> None:
    html = red_client.get("/").content.decode()
    assert "Waits for you" in html
    assert "It is your turn: road." in html
    door.orders(game.pk, "red", "end")
    html = red_client.get("/").content.decode()
    assert "Waits for you" not in html
    assert "Nothing waits for you." in html


def test_an_interval_in_which_the_reader_has_passed_waits_for_others(
    red_client: Client, game: Game
) -> None:
    door.orders(game.pk, "blue", "stop at shove")
    door.orders(game.pk, "red", "roll")
    game.refresh_from_db()
    assert game.waiting_for.startswith("Red and Blue may react in the Shove window.")
    assert "Waits for you" in red_client.get("/").content.decode()
    door.orders(game.pk, "red", "pass")
    assert "Waits for you" not in red_client.get("/").content.decode()


def test_the_list_costs_the_same_for_one_game_and_for_many(
    client: Client, game: Game, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(6):
        other = door.create("toll", ["red", "blue"], title=f"Road {number}")
        Seat.objects.filter(game=other).update(bot=True)
        seated.begin(other.pk, stops=False)
    with django_assert_max_num_queries(4):
        assert client.get("/games/").status_code == 200


def test_a_list_of_one_system_leaves_out_the_others(client: Client, game: Game) -> None:
    assert "The old road" in client.get("/games/?system=toll").content.decode()
    assert "The old road" not in client.get("/games/?system=star-traders").content.decode()
    every = client.get("/games/?system=none").content.decode()
    assert "The old road" in every
    assert "There is no game system “none”." in every
    assert "There is no game system" not in client.get("/games/?system=").content.decode()


def test_a_system_that_there_is_not_is_said_so_and_the_others_named(
    red_client: Client, settings
) -> None:
    settings.EMBEDDED = True
    told = {"system": "luck"}
    for answer in (
        red_client.get("/games/new", told),
        red_client.post("/games/new", told),
        red_client.post("/begin", told),
    ):
        assert answer.status_code == 404
        assert "There is no game system “luck”" in answer.content.decode()
        assert "?system=traders-luck" in answer.content.decode()
    assert not Game.objects.exists()


def making(client: Client, **told: object) -> str:
    answer = client.post(
        reverse("new-game"),
        {"system": "toll", "title": "New road", "seats": 3, "bots": 0, "option.goal": 12, **told},
        follow=True,
    )
    assert answer.status_code == 200
    return answer.content.decode()


def test_who_makes_a_game_takes_its_first_seat(red_client: Client, red: Player) -> None:
    making(red_client, **{"setting.timing": "table", "setting.turn_time": "24h"})
    game = Game.objects.get(title="New road")
    assert (game.phase, game.options, game.settings) == (
        Phase.GATHERING,
        {"goal": 12},
        {"timing": "table", "turn_time": "24h"},
    )
    assert [seat.player for seat in game.seats.all()] == [red, None, None]


def test_what_a_system_proposes_is_chosen_beforehand_and_may_be_unchosen(
    red_client: Client,
) -> None:
    """BH-PVP-05: a game is made with a day of slack unless its maker says otherwise; the default
    stays the rule as it is written.
    """
    page = red_client.get("/games/new?system=traders-luck").content.decode()
    field = page[page.index('name="option.attack_slack"') :]
    assert '<option value="1" selected>' in field[: field.index("</select>")]
    for chosen, options in (("1", {"attack_slack": 1}), ("0", {})):
        making(
            red_client,
            system="traders-luck",
            title=f"Slack {chosen}",
            **{"option.attack_slack": chosen},
        )
        game = Game.objects.get(title=f"Slack {chosen}")
        assert {
            name: value for name, value in game.options.items() if name == "attack_slack"
        } == options


def test_bots_fill_the_seats_that_they_were_given_and_the_game_begins(red_client: Client) -> None:
    making(red_client, bots=2, level="master")
    game = Game.objects.get(title="New road")
    assert game.phase == Phase.PLAYING
    assert [seat.bot for seat in game.seats.all()] == [False, True, True]
    assert {seat.level for seat in game.seats.all() if seat.bot} == {"master"}
    assert all(seat.player for seat in game.seats.all())


def test_who_would_play_alone_may_where_the_game_allows_it(red_client: Client, red: Player) -> None:
    """TL-SET-07"""
    assert "is for 2 to 6 people" in making(red_client, system="star-traders", seats=1)
    assert not Game.objects.exists()
    making(red_client, system="traders-luck", seats=1)
    game = Game.objects.get(title="New road")
    assert game.phase == Phase.PLAYING
    assert [seat.player for seat in game.seats.all()] == [red]


def test_who_makes_a_game_need_not_play_and_may_cancel_it(red_client: Client, red: Player) -> None:
    making(red_client, watches="on", bots=1)
    game = Game.objects.get(title="New road")
    assert (game.phase, game.maker) == (Phase.GATHERING, red)
    assert [seat.player is None for seat in game.seats.all()] == [True, True, False]
    red_client.post(reverse("cancel-game", args=[game.slug]))
    assert Game.objects.get(title="New road").phase == Phase.OVER


def test_members_make_a_clubs_games(
    red_client: Client, red: Player, blue: Player, game: Game
) -> None:
    club = club_roles.found("Lantern", "lantern", blue)
    assert "Select a valid choice" in making(red_client, club=club.pk)
    assert "Lantern" not in red_client.get(reverse("new-game")).content.decode()
    organizer = Client()
    organizer.force_login(blue)
    making(organizer, club=club.pk, title="The organizer's", watches="on")
    assert Game.objects.get(title="The organizer's").club == club
    club_roles.admit(club, red, Role.GUEST)
    assert "Select a valid choice" in making(red_client, club=club.pk)
    club_roles.admit(club, red)
    making(red_client, club=club.pk, title="A member's")
    assert Game.objects.get(title="A member's").club == club


@pytest.mark.parametrize("title", ["two\nlines", "a\x07bell", "left\u202eright", "para\u2029graph"])
def test_a_games_name_is_one_line(red_client: Client, title: str) -> None:
    assert "one line" in making(red_client, title=title)
    assert not Game.objects.exists()


def test_a_game_that_cannot_be_made_leaves_nothing_behind(
    red_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*args: object) -> None:
        raise Refusal("A referee of this game sits in no seat of it.", "PR-RULING-02")

    monkeypatch.setattr(hooks, "MAY_SIT", [refuses])
    assert "PR-RULING-02" in making(red_client)
    assert not Game.objects.exists()


def test_a_game_of_a_club_has_the_clubs_settings(red_client: Client) -> None:
    club = Club.objects.create(name="Lantern", slug="lantern", settings={"turn_time": "48h"})
    making(red_client, club=club.pk)
    assert Game.objects.get(title="New road").club == club
    asked = f"{reverse('new-game')}?club={club.pk}"
    shown = red_client.get(asked).context["form"]["setting.turn_time"].value()
    making(red_client, club=club.pk, title="As shown", **{"setting.turn_time": shown})
    assert Game.objects.get(title="As shown").settings == {}
    making(red_client, club=club.pk, title="Slower", **{"setting.turn_time": "72h"})
    assert Game.objects.get(title="Slower").settings == {"turn_time": "72h"}


@pytest.mark.parametrize("club", ["0", "x", "²", "999999999999"])
def test_a_club_that_is_none_is_no_club(red_client: Client, club: str) -> None:
    page = red_client.get(f"{reverse('new-game')}?club={club}")
    assert page.context["club"] is None


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"bots": 3}, "At least one seat is for a person."),
        ({"seats": 5}, "TO-SEATS-01"),
        ({"seats": "many"}, "not one of the available choices"),
        ({"option.goal": 0}, "at least 1"),
        ({"setting.turn_time": "soon"}, "PR-TURN-01"),
        ({"setting.timing": "never"}, "not one of the available choices"),
    ],
)
def test_what_cannot_be_made_is_said_and_nothing_is_made(
    red_client: Client, told: dict[str, object], words: str
) -> None:
    assert words in making(red_client, **told)
    assert not Game.objects.exists()


class TestAFullHouse:
    @pytest.fixture
    def full(self, game: Game, gathering: Game) -> None:
        """Two hundred and twenty games of others that moved later than red's own, one of them with
        a free seat, older than the rest.
        """
        now = game.moved or game.created
        others = [
            Game(
                slug=f"g{n}",
                title=f"Other {n}",
                system="toll",
                phase=Phase.PLAYING,
                secret=b"",
                number=1,
                moved=now + timedelta(hours=n),
            )
            for n in range(200)
        ]
        others += [
            Game(
                slug=f"o{n}",
                title=f"Ended {n}",
                system="toll",
                phase=Phase.OVER,
                secret=b"",
                number=1,
                ended=now + timedelta(hours=n),
            )
            for n in range(20)
        ]
        Game.objects.bulk_create(others)
        Seat.objects.bulk_create(
            [
                Seat(game=one, colour="red", place=0, bot=one.slug != "g0")
                for one in Game.objects.exclude(pk=game.pk)
            ]
        )

    def test_ones_own_games_are_on_every_page(self, red_client: Client, full: None) -> None:
        for page in ("", "?page=2", "?page=99", "?page=x"):
            html = red_client.get(f"/games/{page}").content.decode()
            assert "Waits for you" in html
            assert "The old road" in html

    def test_a_free_seat_stands_on_the_first_page_and_what_is_over_on_the_last(
        self, red_client: Client, full: None
    ) -> None:
        assert "Take Red" in red_client.get("/games/").content.decode()
        assert "Other 199" in red_client.get("/games/").content.decode()
        assert "Ended 19" not in red_client.get("/games/").content.decode()
        assert "Ended 19" in red_client.get("/games/?page=5").content.decode()

    def test_each_game_is_on_one_page(self, full: None) -> None:
        html = "".join(
            Client().get(f"/games/?system=toll&page={page}").content.decode()
            for page in range(1, 6)
        )
        assert "system=toll&amp;page=" in html
        found = re.findall(r'class="name" href="/games/([\w-]+)/"', html)
        assert len(found) == len(set(found)) == Game.objects.count()


def test_the_next_game_that_waits_is_one_link_away(
    red_client: Client, game: Game, red: Player
) -> None:
    first = reverse("game", args=[game.slug])
    away = reverse("next-game")
    # beside the key, which is always there
    link = f'class="button quiet" href="{away}?after={game.slug}"'
    assert red_client.get(away).headers["Location"] == first
    assert link not in red_client.get(first).content.decode()
    again = red_client.get(f"{away}?after={game.slug}", follow=True)
    assert again.redirect_chain[-1][0] == first
    assert "No other game waits for you." in again.content.decode()
    other = door.create("toll", ["red", "blue"], title="The new road")
    Seat.objects.filter(game=other, colour="red").update(player=red)
    seated.begin(other.pk)
    second = reverse("game", args=[other.slug])
    assert link in red_client.get(first).content.decode()
    assert red_client.get(f"{away}?after={game.slug}").headers["Location"] == second
    assert red_client.get(f"{away}?after={other.slug}").headers["Location"] == first
    door.orders(game.pk, "red", "end")
    door.orders(other.pk, "red", "end")
    assert link not in red_client.get(first).content.decode()
    none = red_client.get(f"{away}?after={game.slug}", follow=True).content.decode()
    assert "No game waits for you." in none


def test_the_next_game_is_for_who_is_signed_in(client: Client) -> None:
    assert "/accounts/login/" in client.get(reverse("next-game")).headers["Location"]
