"""Joining and signing in by a mailed code."""

from __future__ import annotations

import re
import smtplib

import pytest
from django.core import mail
from django.test import Client

from traders.models import Player
from traders.web.signup import free_name


def code() -> str:
    found = re.search(r"^ +(\S+)$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found is not None
    return found[1]


def test_a_newcomer_joins_with_a_mailed_code(client: Client, db: None) -> None:
    client.cookies["zone"] = "Europe%2FBerlin"
    answer = client.post("/accounts/signup/", {"email": "Jo.Sailor@Example.org"}, follow=True)
    assert "Your code" in answer.content.decode()
    assert mail.outbox[-1].to == ["jo.sailor@example.org"]
    answer = client.post("/accounts/confirm-email/", {"code": code()}, follow=True)
    player = Player.objects.get(email="jo.sailor@example.org")
    assert (player.display_name, player.zone) == ("jo sailor", "Europe/Berlin")
    assert "jo sailor" in answer.content.decode()


def test_a_player_signs_in_with_a_mailed_code(client: Client, red: Player) -> None:
    client.post("/accounts/login/", {"login": red.email}, follow=True)
    answer = client.post("/accounts/login/code/confirm/", {"code": "WRONG1"}, follow=True)
    assert not answer.context["request"].user.is_authenticated
    answer = client.post("/accounts/login/code/confirm/", {"code": code()}, follow=True)
    assert answer.context["request"].user == red


def test_a_stranger_is_not_told_who_plays_here(client: Client, red: Player) -> None:
    told = []
    for address in (red.email, "nobody@example.org"):
        html = Client().post("/accounts/login/", {"login": address}, follow=True).content.decode()
        told.append(re.sub(r'value="[^"]*"', "", html).replace(address, "you"))
    assert told[0] == told[1]


def test_a_mail_server_that_refuses_is_no_fault(client: Client, red: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise smtplib.SMTPRecipientsRefused({})

    monkeypatch.setattr("django.core.mail.EmailMultiAlternatives.send", refuse)
    answer = client.post("/accounts/login/", {"login": red.email}, follow=True)
    assert answer.status_code == 200
    assert "could not be mailed" in answer.content.decode()


def test_a_new_players_name_is_free_and_no_word_of_the_orders(db: None) -> None:
    assert free_name("a.b@example.org") == "a b"
    assert free_name("red@example.org") == "Newcomer 1"
    Player.objects.create_user("x@example.org", display_name="Jo")
    assert free_name("jo@example.org") == "jo 2"
    assert free_name("?!@example.org") == "Newcomer 1"
