"""*Learn by playing*: one button makes a small game against bots, and goes back to it after."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from tests.engines.optional_parts import systems_with
from tests.web.test_signing_in import code
from traders.models import Game, Phase, Player, Seat


@pytest.mark.parametrize("system", systems_with("guide.toml"))
def test_one_button_makes_a_game_against_bots_that_has_begun(client: Client, red: Player, system):
    client.force_login(red)
    page = client.get(reverse("start", args=[system])).content.decode()
    assert f'action="{reverse("learn", args=[system])}"' in page
    made = client.post(reverse("learn", args=[system]))
    game = Game.objects.get(maker=red)
    assert made["Location"] == reverse("game", args=[game.slug])
    assert game.phase == Phase.PLAYING
    assert not next(seat.bot for seat in game.seats.order_by("place"))
    assert all(seat.bot for seat in game.seats.exclude(player=red))
    assert client.post(reverse("learn", args=[system]))["Location"] == made["Location"]
    assert Game.objects.filter(maker=red).count() == 1


def test_who_plays_nothing_is_offered_it_beside_the_games_of_others(
    client: Client, red: Player, blue: Player
) -> None:
    """And not once a game of their own runs."""
    other, learn = Client(), reverse("learn", args=["traders-luck"])
    other.force_login(blue)
    other.post(learn)
    Seat.objects.filter(bot=True).update(bot=False)  # free, and so listed
    client.force_login(red)
    assert f'action="{learn}"' in client.get("/games/").content.decode()
    client.post(learn)
    assert f'action="{learn}"' not in client.get("/games/").content.decode()


def test_a_guided_game_stands_in_its_learners_lists_alone(
    client: Client, red: Player, blue: Player
) -> None:
    client.force_login(red)
    client.post(reverse("learn", args=["traders-luck"]))
    game = Game.objects.get(maker=red)
    address = reverse("game", args=[game.slug])
    assert address in client.get("/games/").content.decode()
    visitor, other = Client(), Client()
    other.force_login(blue)
    for one in (visitor, other):
        for page in ("/", "/games/"):
            assert address not in one.get(page).content.decode()
        assert one.get(address).status_code == 200
    Seat.objects.filter(game=game, bot=True).update(bot=False)  # free, and so offered
    assert address in visitor.get("/games/").content.decode()


def test_a_visitor_signs_in_first_and_a_link_makes_nothing(
    client: Client, red: Player, settings: LazySettings
) -> None:
    settings.EMBEDDED = False
    assert client.get(reverse("learn", args=["traders-luck"]))["Location"] == reverse(
        "start", args=["traders-luck"]
    )
    client.force_login(red)
    assert client.get(reverse("learn", args=["traders-luck"]))["Location"] == reverse(
        "start", args=["traders-luck"]
    )
    assert client.post(reverse("learn", args=["no-such"])).status_code == 404
    assert not Game.objects.exists()
    page = client.get(reverse("games")).content.decode()
    assert reverse("learn", args=["star-traders"]) in page  # nothing is here yet


def test_a_stranger_begins_from_the_front_page_by_giving_an_address(
    client: Client, db: None, settings: LazySettings
) -> None:
    settings.EMBEDDED = False
    assert f'href="{reverse("begin")}">Play now' in client.get("/").content.decode()
    page = client.get(reverse("begin")).content.decode()
    assert "The letters need an address" in page
    assert client.post(reverse("begin"), {"system": "traders-luck"}).status_code == 404
    learn = reverse("learn", args=["traders-luck"])
    assert f'action="{learn}"' in page
    join = client.post(learn)["Location"]
    assert join == f"{reverse('account_signup')}?next={learn}"
    assert "come back to what you chose" in client.get(join).content.decode()
    given = {"email": "jo@example.org", "display_name": "Jo Long", "next": learn}
    client.post(reverse("account_signup"), given)
    answer = client.post("/accounts/confirm-email/", {"code": code()}, follow=True)
    game = Game.objects.get(maker__email="jo@example.org")
    assert answer.redirect_chain[-1][0] == reverse("game", args=[game.slug])
    told = [str(message) for message in answer.context["messages"]]
    assert told == [
        "You are signed in as Jo Long.",
        "Your first letter is on its way: it explains what is new in it.",
    ]


def test_a_free_seat_is_offered_to_who_begins(
    client: Client, gathering: Game, settings: LazySettings
) -> None:
    settings.EMBEDDED = False
    take = reverse("take-seat", args=[gathering.slug, "blue"])
    assert f'href="{take}"' in client.get(reverse("begin")).content.decode()


def test_in_the_embedded_set_up_a_visitor_gets_an_account(
    client: Client, db: None, settings: LazySettings
) -> None:
    settings.EMBEDDED = True
    made = client.post(reverse("learn", args=["traders-luck"]))
    assert made["Location"] == reverse("mailbox")
    assert Seat.objects.filter(bot=False, player__isnull=False).count() == 1
