"""Whoever tries the house alone signs in and invites: codes and invitations, to whatever address,
come to the mailbox page of the embedded set-up, and to no page of another server.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from tests.services.invitations import until_invitations_left
from tests.services.ports import free_port
from traders.domain.post import mailbox_page_letter_files
from traders.domain.post.incoming import local_smtp_server
from traders.models import Club, Membership, Player

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def _alone(settings: Settings, tmp_path: Path) -> Iterator[None]:
    """The embedded set-up: letters go through its own mail server."""
    office = local_smtp_server.controller("127.0.0.1", free_port())
    office.start()
    settings.EMBEDDED, settings.VAR = True, tmp_path
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
    yield
    office.stop()


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def newest(client: Client) -> str:
    """The newest loose letter, found as a reader finds it."""
    found = re.search(r'href="(/mailbox/loose/[^"]+)"', page(client, "/mailbox/"))
    assert found is not None
    return page(client, found[1])


def code(client: Client) -> str:
    found = re.search(r"^ +([A-Z0-9-]{6,})$", newest(client), re.MULTILINE)
    assert found is not None
    return found[1]


def joins(address: str, name: str, path: str = "/") -> Client:
    """Somebody joins by the code that the mailbox page shows."""
    client = Client()
    told = {"email": address, "display_name": name, "next": path}
    shown = client.post("/accounts/signup/", told, follow=True)
    assert "mailbox page, in another window" in shown.content.decode()
    client.post("/accounts/confirm-email/", {"code": code(client)})
    assert Player.objects.get(email=address).display_name == name
    return client


@pytest.mark.usefixtures("_alone")
def test_a_club_is_founded_and_joined_by_codes_and_an_invitation_that_come_to_the_mailbox_page():
    assert "that you make up" in page(Client(), "/mailbox/")
    olga = joins("olga@made-up.example", "Olga")
    olga.post("/clubs/new", {"name": "Star Club", "joining": "invited"})
    club = Club.objects.get()
    invited = {"letter": "1", "letter-address": "kim@made-up.example", "letter-role": "player"}
    said = olga.post(f"/clubs/{club.slug}/invitations", invited, follow=True).content.decode()
    assert "The invitation is on its way" in said
    until_invitations_left()
    assert "to kim@made-up.example" in page(olga, "/mailbox/")
    found = re.search(r'href="http://[^/]+(/invitations/[\w-]+)"', newest(Client()))
    assert found is not None
    kim = joins("kim@made-up.example", "Kim")
    kim.post(found[1])
    assert Membership.objects.get(club=club, player__display_name="Kim").role == "player"
    olga.post("/accounts/logout/")
    olga.post("/accounts/login/", {"login": "olga@made-up.example"}, follow=True)
    olga.post("/accounts/login/code/confirm/", {"code": code(olga)})
    assert "Olga" in page(olga, "/mailbox/")


@pytest.mark.usefixtures("_alone")
def test_no_other_server_shows_or_takes_them(settings: Settings):
    joins("olga@made-up.example", "Olga")
    (letter,) = mailbox_page_letter_files.newest(9)
    settings.EMBEDDED = False
    for path in ("/mailbox/", f"/mailbox/loose/{letter.key}"):
        assert Client().get(path).status_code == 404
    Client().post("/accounts/login/", {"login": "olga@made-up.example"}, follow=True)
    assert [one.key for one in mailbox_page_letter_files.newest(9)] == [letter.key]


def test_the_newest_are_kept_and_only_by_their_own_names(settings: Settings, tmp_path: Path):
    settings.EMBEDDED, settings.VAR = True, tmp_path
    for number in range(mailbox_page_letter_files.MOST_KEPT + 2):
        mailbox_page_letter_files.keep(
            f"Subject: {number}\r\n\r\n<script>".encode(), "ann@example.org"
        )
    kept = mailbox_page_letter_files.newest(200)
    assert [kept[0].subject, kept[-1].subject] == ["101", "2"]
    assert "&lt;script&gt;" in page(Client(), f"/mailbox/loose/{kept[0].key}")
    for odd in ("..", "nowhere", f"{kept[0].key}.eml"):
        assert Client().get(f"/mailbox/loose/{odd}").status_code == 404


def test_who_waits_for_a_code_there_is_not_told_to_have_no_mailbox(
    settings: Settings, tmp_path: Path
):
    settings.EMBEDDED, settings.VAR = True, tmp_path
    mailbox_page_letter_files.keep(b"Subject: Your code\r\n\r\nABC-DEF", "ann@example.org")
    told = page(Client(), "/mailbox/")
    assert "Your code" in told and "No letter has come to you yet." in told
    assert "no mailbox" not in told
