"""The embedded set-up has somebody who runs the demonstration club, and newcomers are its
members.
"""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

from traders.club import demonstration_club
from traders.domain.people import club_roles
from traders.domain.people.club_roles import to_make_games_in
from traders.models import Club, Player, Role
from traders.web.one_click_signup import newcomer

pytestmark = pytest.mark.django_db


def test_newcomers_make_games_though_somebody_runs_the_club(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demonstration_club, "GAMES", ())  # no game is played for this
    club = demonstration_club.make()
    stranger = Player.objects.create_user("kim@example.org", display_name="Kim")
    assert list(to_make_games_in(stranger)) == [club]
    before = newcomer("UTC")
    assert client.post("/begin/organizer").status_code == 404
    settings.EMBEDDED = True
    assert "Run the demonstration club" in client.get("/begin").content.decode()
    for _ in range(2):
        assert client.post("/begin/organizer")["Location"] == "/clubs/demonstration/"
    html = client.get("/clubs/demonstration/").content.decode()
    assert "you are an organizer" in html and "Members and invitations" in html
    assert [one.email for one in club_roles.organizers(club)] == [demonstration_club.ORGANIZER]
    assert Club.objects.get() == club and club_roles.members(club, Role.ORGANIZER).count() == 1
    for member in (before, newcomer("UTC")):
        assert list(to_make_games_in(member)) == [club]
    assert list(to_make_games_in(stranger)) == []
