"""A club from its making to its games: the pages on which an organizer and members do it."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from tests.services.waiting import FAR, until_somebody_waits
from tests.web.clubs.conftest import words
from tests.web.test_taking_and_leaving_seats import code
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.models import (
    Club,
    Game,
    Letter,
    Membership,
    Phase,
    Player,
    Role,
    Seat,
    Standing,
)
from traders.web.postal_settings_form import FIELDS

pytestmark = pytest.mark.django_db


# --- making and running it ------------------------------------------------------------------------


def test_a_player_makes_a_club_and_sets_what_holds_for_its_games(red_client: Client) -> None:
    assert "No club yet" in words(red_client, "/clubs/")
    form = {"name": " The  Lantern ", "slug": "", "about": "We play.", "joining": "open"}
    made = red_client.post("/clubs/new", form)
    club = Club.objects.get()
    assert (made.status_code, made["Location"]) == (302, f"/clubs/{club.slug}/")
    assert re.fullmatch("the-lantern-[a-z2-9]{8}", club.slug)
    assert (club.name, club.public, club.joining) == ("The Lantern", False, "invited")
    page = f"/clubs/{club.slug}/settings"
    html = words(red_client, page)
    assert all(f'name="{name}"' in html for name in FIELDS)
    told = form | {"name": "Lantern", "public": "on", "setting.weekends": "no"}
    told |= {"setting.night": "22:00 to 08:00", "setting.watched": "club"}
    assert red_client.post(page, told).status_code == 302
    club.refresh_from_db()
    assert (club.name, club.public, club.slug) == ("Lantern", True, made["Location"].split("/")[2])
    assert club.settings == {"weekends": False, "night": ["22:00", "08:00"], "watched": "club"}
    wrong = red_client.post(page, told | {"setting.night": "late"})
    assert wrong.status_code == 200 and b"Settings of Lantern" in wrong.content
    red_client.post(page, told | {"is_closed": "on"})
    club.refresh_from_db()
    assert club.closed is not None and not clubs_that_make_games(red_client)
    red_client.post(page, told)
    assert clubs_that_make_games(red_client)


def clubs_that_make_games(client: Client) -> bool:
    return "Lantern" in words(client, "/games/new?system=toll")


@pytest.mark.parametrize(
    ("name", "slug"),
    [("New", ""), ("!!!", ""), ("LANTERN", ""), ("Other", "lantern"), ("Zero\u200bwidth", ""),
     ("", "x"), ("x" * 81, ""), ("Ours", "demonstration"), ("demonstration  CLUB", "ours")],
)  # fmt: skip
def test_a_name_that_cannot_be_is_told_and_nothing_is_made(
    red_client: Client, club: Club, name: str, slug: str
) -> None:
    typed = {"name": name, "slug": slug, "public": "on", "joining": "open", "about": "kept"}
    answer = red_client.post("/clubs/new", typed)
    assert answer.status_code == 200 and b"errorlist" in answer.content
    assert b"kept" in answer.content
    assert Club.objects.count() == 1


@pytest.mark.parametrize("public", ["on", ""])
@pytest.mark.parametrize("slug", ["", "lantern", "secret-circle"])
def test_who_founds_a_club_learns_nothing_of_a_private_one(
    red_client: Client, blue: Player, public: str, slug: str
) -> None:
    """The same answers where there is a private club of that name and where there is none."""
    form = {"name": "Secret circle", "slug": slug, "joining": "open", "about": ""}
    form |= {"public": public} if public else {}
    other = Client()
    other.force_login(blue)
    assert other.post("/clubs/new", form | {"public": ""}).status_code == 302
    hidden = Club.objects.get()
    assert not hidden.public and re.fullmatch(".+-[a-z2-9]{8}", hidden.slug)
    made = red_client.post("/clubs/new", form)
    assert made.status_code == 302
    mine = Club.objects.exclude(pk=hidden.pk).get()
    if public:
        assert mine.slug == (slug or "secret-circle")
    again = red_client.post(f"/clubs/{mine.slug}/settings", {"name": hidden.name, **form})
    assert again.status_code == 302


def test_two_public_clubs_of_one_name_are_told_apart(red_client: Client, club: Club) -> None:
    form = {"name": "lantern", "slug": "", "joining": "open", "about": ""}
    made = red_client.post("/clubs/new", form)
    assert made.status_code == 302
    page = f"{made['Location']}settings"
    assert b"Another club has this name." in red_client.post(page, form | {"public": "on"}).content
    assert red_client.post(page, form | {"public": "on", "name": "Other"}).status_code == 302


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_of_two_clubs_made_public_at_once_under_one_name_one_is_told_why(
    red_client: Client, red: Player, blue: Player
) -> None:
    mine, theirs = (
        club_roles.found("Lantern", f"lantern-{one.pk}", one, public=False, joining="invited")
        for one in (red, blue)
    )
    told = {"name": "Lantern", "public": "on", "joining": "open", "about": ""}
    with ThreadPoolExecutor() as threads:
        with transaction.atomic():
            Club.objects.filter(pk=theirs.pk).update(public=True)
            asked = threads.submit(on_its_own, red_client, f"/clubs/{mine.slug}/settings", told)
            until_somebody_waits()
        answer = asked.result(FAR)
    assert answer.status_code == 200 and "Another club has this name." in answer.text
    mine.refresh_from_db()
    assert not mine.public


def on_its_own(client: Client, page: str, told: dict[str, str]) -> Any:
    """What the page answers, asked on a connection of its own."""
    try:
        return client.post(page, told)
    finally:
        connection.close()


# --- seats ----------------------------------------------------------------------------------------


def test_who_asked_to_join_reads_nothing_of_a_club_that_is_private_now(
    client: Client, club: Club, blue: Player
) -> None:
    club_roles.stand(club, blue, Standing.ASKED)
    client.force_login(blue)
    assert "Lantern" in words(client, "/clubs/")
    Club.objects.update(public=False)
    assert "Lantern" not in words(client, "/clubs/") + words(client, "/account")


def test_an_organizer_gives_seats_out_and_begins_with_bots(
    red_client: Client, blue: Player, club: Club
) -> None:
    guest = club_roles.admit(club, blue, Role.GUEST)
    form = {"system": "toll", "seats": 3, "bots": 0, "watches": "on", "club": club.pk}
    red_client.post("/games/new", form | {"title": "Cup", "option.goal": 12})
    game = Game.objects.get()
    page, seat = f"/games/{game.slug}/", f"/games/{game.slug}/seats/green"
    assert "Second" in words(red_client, page)
    assert red_client.post(f"{page}fill", {"level": "player"}).status_code == 409  # nobody sits
    assert red_client.post(seat, {"member": guest.pk}).status_code == 302
    assert Seat.objects.get(game=game, colour="green").player == blue
    assert Letter.objects.get(player=blue).game == game
    # whom that does not suit gives it back, and may not take one
    client = Client()
    client.force_login(blue)
    assert client.post(f"{page}leave").status_code == 302
    assert client.post(f"{page}take/green").status_code == 409
    red_client.post(seat, {"member": guest.pk})
    red_client.post(seat, {"free": 1})
    assert Seat.objects.get(game=game, colour="green").player is None
    red_client.post(seat, {"member": guest.pk})
    for odd in ({}, {"member": "x"}, {"member": 10**12}, {"member": guest.pk}):
        assert red_client.post(seat, odd).status_code == 409
    assert red_client.post(f"{page}fill", {"level": "god"}).status_code == 409
    assert red_client.post(f"{page}fill", {"level": "learner"}).status_code == 302
    game.refresh_from_db()
    assert (game.phase, game.seats.filter(bot=True).count()) == (Phase.PLAYING, 2)
    assert red_client.post(seat, {"free": 1}).status_code == 409


def test_an_organizer_cancels_a_game_that_somebody_else_made(
    red_client: Client, blue: Player, club: Club
) -> None:
    club_roles.admit(club, blue)
    game = door.create("toll", ["red", "blue"], title="Cup", club=club, maker=blue)
    assert "Cancel this game" in words(red_client, f"/games/{game.slug}/")
    assert red_client.post(f"/games/{game.slug}/cancel").status_code == 302
    game.refresh_from_db()
    assert game.phase == Phase.OVER


# --- the page -------------------------------------------------------------------------------------


def test_a_clubs_page_costs_the_same_for_few_games_and_for_many(
    red_client: Client, blue: Player, club: Club,
    django_assert_max_num_queries,
) -> None:  # fmt: skip
    for number in range(8):
        club_roles.admit(
            club, Player.objects.create_user(f"p{number}@example.org", display_name="P")
        )
        door.create("toll", ["red", "blue"], title=f"Cup {number}", club=club)
    with django_assert_max_num_queries(14):
        html = words(red_client, "/clubs/lantern/")
    assert html.count("Cup") >= 8 and "organizer" in html
    assert "Lantern" in words(Client(), "/games/")


def test_what_an_organizer_types_is_shown_and_not_carried_out(
    red_client: Client, blue: Player, club: Club
) -> None:
    member = club_roles.admit(club, blue)
    odd = '<script>alert("x")</script>'
    Club.objects.update(about=odd)
    form = {"member": member.pk, "do": "ban", "why": odd}
    assert red_client.post("/clubs/lantern/members", form).status_code == 302
    for page in ("/clubs/lantern/", "/clubs/lantern/members", "/clubs/lantern/settings", "/clubs/"):
        assert "<script>alert" not in words(red_client, page)
    for do in ("", "role", "let-in", "x"):
        form = {"do": do, "member": member.pk}
        answer = red_client.post("/clubs/lantern/members", form, follow=True)
        assert b'<p class="notice bad"' in answer.content


def test_a_member_takes_a_free_seat_on_the_clubs_page(club: Club, blue: Player) -> None:
    club_roles.admit(club, blue)
    club.public = True
    club.save()
    game = door.create("toll", ("red", "blue"), title="Old road", club=club)
    member, stranger, take = Client(), Client(), "Take Red"
    member.force_login(blue)
    assert take in words(member, "/clubs/lantern/")
    assert take not in words(stranger, "/clubs/lantern/")
    member.post(f"/games/{game.slug}/take/red")
    assert Seat.objects.get(game=game, colour="red").player == blue
    assert "Take Blue" not in words(member, "/clubs/lantern/")


def test_a_stranger_who_wants_to_join_signs_in_first_and_is_a_member(club: Club) -> None:
    Club.objects.update(public=True)
    page, join, client = "/clubs/lantern/", "/clubs/lantern/join", Client()
    assert client.get(join)["Location"] == page
    assert client.post(join)["Location"] == f"/accounts/login/?next={join}"
    told = {"email": "kim@example.org", "display_name": "Kim", "next": join}
    client.post("/accounts/signup/", told)
    shown = client.post("/accounts/confirm-email/", {"code": code(), "next": join}, follow=True)
    assert "You are a member of Lantern now" in shown.content.decode()
    assert Membership.objects.get(player__display_name="Kim").standing == Standing.MEMBER
    assert client.get(join)["Location"] == page


def test_the_last_organizer_is_told_how_the_club_goes_on_instead_of_leaving(
    red_client: Client, club: Club, blue: Player
) -> None:
    assert "You are the last organizer" in words(red_client, "/clubs/lantern/")
    assert "Leave Lantern" not in words(red_client, "/clubs/lantern/")
    club_roles.admit(club, blue, Role.ORGANIZER)
    assert "Leave Lantern" in words(red_client, "/clubs/lantern/")
