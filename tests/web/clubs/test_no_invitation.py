"""An invitation that is none, or none any more."""

from __future__ import annotations

from datetime import timedelta

from django.core import mail
from django.test import Client

from traders.club.membership import invitations
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.models import Invitation, Player, Role


def test_an_invitation_that_is_none_is_told_to_whoever_opens_it(
    red_client: Client, red: Player, blue: Player
) -> None:
    """Signed in or not; a member of its club is led there, whatever became of it."""
    club = club_roles.found("Lantern", "lantern", red)
    secret = invitations.by_link(club.pk, red, Role.PLAYER, 1, 1)
    Invitation.objects.update(expires=clock.now() - timedelta(seconds=1))
    stranger = Client()
    stranger.force_login(blue)
    for client in (stranger, Client()):
        for way in ("nothing", secret):
            assert client.get(f"/invitations/{way}").status_code == 409
    assert red_client.get("/invitations/nothing").status_code == 409
    assert red_client.get(f"/invitations/{secret}")["Location"] == "/clubs/lantern/"


def test_a_mailbox_that_wants_no_invitation_says_so_by_one_click(db: None) -> None:
    olga, otto = (
        Player.objects.create_user(f"{name}@example.org", display_name=name.title())
        for name in ("olga", "otto")
    )
    page = invitations.refusing_page("kim@example.org", olga)
    page = page[page.index("/invitations") :]
    assert "None from Olga" in Client().get(page).text
    assert not invitations.is_refused("kim@example.org", olga)
    said = Client().post(page, {"one": 1}).text
    assert "Olga sends you no invitation any more" in said
    assert "None from Olga" not in said and "None from anybody" in said
    refused = [invitations.is_refused("kim@example.org", one) for one in (olga, otto)]
    assert refused == [True, False]
    assert "You get invitations again" in Client().post(page, {"again": 1}).text
    assert "None from Olga" in Client().get(page).text
    mailer = Client(enforce_csrf_checks=True)
    assert mailer.post(page).status_code == 200
    assert invitations.is_refused("KIM@example.org", otto) and mail.outbox == []
    assert Client().post("/invitations/none/x.y.z").status_code == 404
