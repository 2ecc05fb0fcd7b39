"""Wherever somebody types an address, one at which nobody can be a player's reader is refused: no
letter goes there, and nothing is kept of it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from traders.domain.people import club_roles
from traders.domain.play import door
from traders.models import Invitation, Player

NOBODYS = (
    "kim@[127.0.0.1]", "postmaster@localhost", "root@mail.localhost", "root@localhost.localdomain",
    "kim@printer.local", "kim@vault.internal", "red@bots.invalid", "x@post.test",
)  # fmt: skip
ANSWER = "Nobody reads mail at that address."


def _join(client: Client, address: str) -> str:
    form = {"email": address, "display_name": "Kim"}
    return Client().post("/accounts/signup/", form, follow=True).text


def _change(client: Client, address: str) -> str:
    form = {"action_add": "1", "email": address}
    return client.post("/accounts/email/", form, follow=True).text


def _invite_to_a_club(client: Client, address: str) -> str:
    form = {"letter": "1", "letter-address": address, "letter-role": "player"}
    return client.post("/clubs/lantern/invitations", form, follow=True).text


def _invite_to_a_seat(client: Client, address: str) -> str:
    return client.post("/games/the-road/invite", {"address": address}, follow=True).text


def _operator(client: Client, address: str) -> str:
    other = Player.objects.get(display_name="Second")
    form = {
        "display_name": other.display_name, "email": address, "zone": "UTC", "cadence": "all",
        "is_active": "on", "hints": "on", "created_0": "2026-01-01", "created_1": "12:00",
    }  # fmt: skip
    page = reverse("admin:traders_player_change", args=[other.pk])
    return client.post(page, form, follow=True).text


PLACES = [_join, _change, _invite_to_a_club, _invite_to_a_seat, _operator]


@pytest.fixture
def typist(red: Player, blue: Player) -> Client:
    """Who runs a club, waits for players, and is the operator."""
    club_roles.found("Lantern", "lantern", red)
    game = door.create("toll", ["red", "blue"], title="The road", maker=red)
    type(game).objects.update(slug="the-road")
    Player.objects.filter(pk=red.pk).update(is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(red)
    return client


@pytest.mark.parametrize("place", PLACES)
def test_an_address_of_the_machine_itself_is_no_mailbox(
    typist: Client, place: Callable[[Client, str], str]
) -> None:
    before = sorted(Player.objects.values_list("email", flat=True))
    for address in NOBODYS:
        assert ANSWER in place(typist, address), address
    assert sorted(Player.objects.values_list("email", flat=True)) == before
    assert not Invitation.objects.exists() and mail.outbox == []
    assert ANSWER not in place(typist, "kim@example.org")


def test_a_sign_in_with_one_is_answered_like_any_other_and_no_letter_goes(db: None) -> None:
    """Where no account has it; who has an account is mailed a code, whatever the address."""
    there = {
        Client().post("/accounts/login/", {"login": one})["Location"]
        for one in ("kim@example.org", "postmaster@localhost")
    }
    assert len(there) == 1
    assert [one.to for one in mail.outbox] == [["kim@example.org"]]
    Player.objects.create_user("operator@localhost", display_name="Olga")
    Client().post("/accounts/login/", {"login": "operator@localhost"})
    assert mail.outbox[-1].to == ["operator@localhost"]
