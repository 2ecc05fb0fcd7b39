"""A club from its making to its games: the pages on which an organizer and members do it."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.db import connection, transaction
from django.test import Client

from tests.services.waiting import FAR, until_somebody_waits
from tests.web.test_taking_and_leaving_seats import code
from traders.club.membership import invitations
from traders.domain.people import club_roles
from traders.domain.play import door, gathering_and_start
from traders.domain.timeline.taking_seats import sit_down
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
from traders.web.action_after_sign_in import WISH
from traders.web.postal_settings_form import FIELDS

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(red: Player) -> Club:
    return club_roles.found("Lantern", "lantern", red)


def words(client: Client, page: str) -> str:
    return client.get(page).content.decode()


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


# --- invitations ----------------------------------------------------------------------------------


def test_a_stranger_who_was_invited_joins_by_a_mailed_code_and_is_a_member(
    red_client: Client, club: Club
) -> None:
    Club.objects.update(public=False)
    sent = {"letter": 1, "letter-role": "guest", "letter-address": "jo@example.org"}
    assert red_client.post("/clubs/lantern/invitations", sent).status_code == 302
    link = {"link": 1, "link-role": "player", "link-uses": 1, "link-days": 1}
    red_client.post("/clubs/lantern/invitations", link)
    shown = re.search(r"/invitations/[\w-]{32}", words(red_client, "/clubs/lantern/members"))
    assert shown is not None
    assert shown[0] not in words(red_client, "/clubs/lantern/members")  # once
    stranger, way = Client(), shown[0]
    assert "Join Lantern" in words(stranger, way)
    stranger.get(stranger.post(way)["Location"])
    joining = {"email": "jo@example.org", "display_name": "Jo Sailor", "next": way}
    stranger.post("/accounts/signup/", joining, follow=True)
    done = stranger.post("/accounts/confirm-email/", {"code": code(), "next": way}, follow=True)
    assert done.redirect_chain[-1][0] == "/clubs/lantern/"
    member = Membership.objects.get(player__email="jo@example.org")
    assert (member.club, member.role) == (club, Role.PLAYER)
    again = Client().post(way)
    assert again.status_code == 409 and b"used up" in again.content
    mine = stranger.get(way, follow=True)
    assert mine.redirect_chain[-1][0] == "/clubs/lantern/"
    assert b"You are a member of Lantern already" in mine.content


def test_an_organizer_who_is_alone_is_led_to_the_invitations_first(
    red_client: Client, club: Club, blue: Player
) -> None:
    def led() -> list[str]:
        shown = words(red_client, "/clubs/lantern/")
        return re.findall(r'class="button(?: quiet)?" href="[^"]*">([^<]*)', shown)

    assert led() == ["Invite people", "Make a game of the club"]
    assert "Invite people" in words(red_client, "/clubs/lantern/desk/")
    club_roles.admit(club, blue)
    assert led() == ["Make a game of the club"]
    assert "Invite people" not in words(red_client, "/clubs/lantern/desk/")


def test_invitations_to_games_that_wait_no_more_are_listed_as_over_and_count_no_more(
    club: Club, red: Player, red_client: Client, blue: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only those that can be accepted are open, and can be taken back."""
    waits, begun, cancelled = (
        door.create("toll", ["red", "blue"], title=title, maker=red, club=club)
        for title in ("Waits", "Begun", "Cancelled")
    )
    for game in (waits, begun, cancelled):
        invitations.made(red, club=club, game=game, address=f"{game.title}@example.org")
    club_roles.admit(club, blue, Role.PLAYER)
    for colour, player in (("red", red), ("blue", blue)):
        sit_down(begun, colour, player)
    gathering_and_start.cancel(cancelled.pk, red)
    shown = words(red_client, "/clubs/lantern/members")
    rows = {title: row for title in ("Waits", "Begun", "Cancelled")
            for row in shown.split("<li") if f"{title}@" in row}  # fmt: skip
    assert "open until" in rows["Waits"] and "Take back" in rows["Waits"]
    assert "over. All seats of this game were taken meanwhile" in rows["Begun"]
    assert "over. This game was cancelled before it began." in rows["Cancelled"]
    assert not any("Take back" in rows[title] for title in ("Begun", "Cancelled"))
    monkeypatch.setattr(invitations, "MOST_OPEN", 2)
    assert invitations.made(red, club=club, address="one@example.org")


@pytest.mark.sampled
@pytest.mark.parametrize("new", [True, False], ids=["new account", "account"])
@pytest.mark.parametrize("pressed", [True, False], ids=["pressed", "looked"])
@pytest.mark.parametrize("tab", [True, False], ids=["another tab", "its own page"])
def test_an_invitation_is_not_lost_where_somebody_signs_in_by_another_page(
    red: Player, blue: Player, club: Club, new: bool, pressed: bool, tab: bool
) -> None:
    way = invitations.address_of(invitations.by_link(club.pk, red, Role.PLAYER, 1, 1))
    way = way.removeprefix(settings.SITE_URL)
    browser = Client()
    shown = browser.get(way)
    if pressed:
        browser.post(way)
    # "Sign in" at the head of the page, or of the front page in another tab
    head = re.search(r'class="who" href="([^"]*)"', words(browser, "/") if tab else str(shown.text))
    assert head is not None and head[1] == "/accounts/login/" + ("" if tab else f"?next={way}")
    browser.get(head[1])
    then = {} if tab else {"next": way}
    if new:
        told = {"email": "kim@example.org", "display_name": "Kim"}
        browser.post("/accounts/signup/", told | then)
        done = browser.post("/accounts/confirm-email/", {"code": code()} | then, follow=True)
    else:
        browser.post("/accounts/login/", {"login": "wrong@example.org"} | then)
        browser.post("/accounts/logout/", {"next": head[1]})  # use another address
        browser.post("/accounts/login/", {"login": blue.email} | then)
        confirm = {"code": code()} | then
        done = browser.post("/accounts/login/code/confirm/", confirm, follow=True)
    member = Membership.objects.filter(club=club).exclude(player=red)
    if pressed and not tab:  # in another tab it may be somebody else
        assert done.redirect_chain[-1][0] == "/clubs/lantern/" and member.exists()
    else:
        assert done.redirect_chain[-1][0] == way and not member.exists()
        assert "Join Lantern" in done.text
        browser.post(way)
        assert member.exists()
    assert words(browser, "/")  # once: it leads nowhere any more
    assert WISH not in browser.session


def test_an_invited_stranger_who_signs_in_is_led_back_by_the_letter_in_any_browser(
    red: Player, club: Club
) -> None:
    way = invitations.address_of(invitations.by_link(club.pk, red, Role.PLAYER, 1, 1))
    way = way.removeprefix(settings.SITE_URL)
    browser = Client()
    browser.get(way)
    browser.post("/accounts/login/", {"login": "kim@example.org", "next": way})
    [letter] = mail.outbox
    assert (letter.to, letter.subject) == (["kim@example.org"], "No account has this address")
    found = re.search(r"https?://[^/\s]+(/accounts/signup/\S*)", str(letter.body))
    assert found is not None
    other = Client()
    assert f'value="{way}"' in other.get(found[1]).text
    told = {"email": "kim@example.org", "display_name": "Kim", "next": way}
    other.post("/accounts/signup/", told)
    done = other.post("/accounts/confirm-email/", {"code": code(), "next": way}, follow=True)
    assert done.redirect_chain[-1][0] == way and "Join Lantern" in done.text


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
