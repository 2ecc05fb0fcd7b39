"""An invitation that is none, or none any more."""

from __future__ import annotations

from datetime import timedelta

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
