"""The web hook of a club's chat room, on the page of the club's settings: for its organizers
alone.
"""

from __future__ import annotations

import pytest
from django.test import Client

from traders.domain.people import club_roles
from traders.models import Club, Player, Role, Telling, WebHook

pytestmark = pytest.mark.django_db
HOOK = "https://discord.example/api/webhooks/1/room"
PAGE, POST = "/clubs/lantern/settings", "/clubs/lantern/web-hook"


def said(client: Client, **posted: str) -> str:
    return client.post(POST, posted, follow=True).content.decode()


def test_an_organizer_saves_tries_changes_and_removes_it(red_client: Client, club: Club) -> None:
    assert HOOK not in red_client.get(PAGE).content.decode()
    assert "trial message is on its way" in said(red_client, url=HOOK, shape="slack")
    hook = WebHook.objects.get(club=club)
    assert (hook.url, hook.shape, hook.player) == (HOOK, "slack", None)
    assert Telling.objects.get().hook == hook
    html = red_client.get(PAGE).content.decode()
    assert hook.secret in html and HOOK in html
    assert "was not saved" in said(red_client, url="https://x:99/", shape="slack")
    assert WebHook.objects.get().url == HOOK
    assert "is removed" in said(red_client, remove="1")
    assert not WebHook.objects.exists()


def test_nobody_else_sees_or_changes_it(
    red_client: Client, client: Client, blue: Player, club: Club
) -> None:
    said(red_client, url=HOOK, shape="json")
    other = Client()
    assert other.post(POST, {"remove": "1"}).status_code == 302  # to the sign-in page
    other.force_login(blue)
    for role in (None, Role.PLAYER, Role.REFEREE, Role.GUEST):
        if role is not None:
            club_roles.admit(club, blue, role)
        assert other.post(POST, {"remove": "1"}).status_code == 403
        assert other.get(POST).status_code == 405
        assert HOOK not in other.get("/clubs/lantern/").content.decode()
    Club.objects.update(public=False)
    club.memberships.filter(player=blue).delete()
    assert other.post(POST, {"url": HOOK}).status_code == 404
    assert WebHook.objects.get().url == HOOK


def test_a_player_and_a_club_have_a_web_hook_each(red_client: Client, red: Player) -> None:
    club = club_roles.found("Lantern", "lantern", red)
    red_client.post("/account/web-hook", {"url": HOOK + "/own", "shape": "json"})
    said(red_client, url=HOOK, shape="json")
    assert WebHook.objects.get(player=red).url == HOOK + "/own"
    assert WebHook.objects.get(club=club).url == HOOK
    red_client.post("/account/web-hook", {"remove": "1"})
    assert WebHook.objects.get().club == club
