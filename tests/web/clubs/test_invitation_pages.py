"""Invitations to a club on its pages: sent, listed, followed by strangers, over."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client

from tests.web.clubs.conftest import words
from tests.web.test_taking_and_leaving_seats import code
from traders.club.membership import invitations
from traders.domain.people import club_roles
from traders.domain.play import door, gathering_and_start
from traders.domain.timeline.game_making_and_seat_taking import sit_down
from traders.models import (
    Club,
    Membership,
    Player,
    Role,
)
from traders.web.action_after_sign_in import WISH

pytestmark = pytest.mark.django_db


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
