"""A letter is its player's if it comes from the player's mailbox, and from there alone (PR-RECEIPT-03)."""

from __future__ import annotations

import pytest

from traders.domain.inbox.opened import open_letter
from traders.domain.inbox.sender import is_players
from traders.models import Player

RED = Player(email="red@example.org")


def of(headers: str) -> bool:
    return is_players(open_letter(f"{headers}\r\n\r\npass".encode()), RED)


@pytest.mark.parametrize(
    "sender", ["red@example.org", "Red <RED@Example.ORG>", '"blue@example.org" <red@example.org>', "=?utf-8?q?R=C3=B6d?= <red@example.org>"]
)
def test_the_players_mailbox_however_written(sender):
    assert of(f"From: {sender}")


@pytest.mark.parametrize(
    "headers",
    [
        "",
        "From: ",
        "From: blue@example.org",
        '"red@example.org" <blue@example.org>',
        'From: "red@example.org" <blue@example.org>',
        "From: red@example.org, blue@example.org",
        "From: red@example.org\r\nFrom: blue@example.org",
        "From: red@example.org.evil.test",
        "From: blue@example.org\r\nReply-To: red@example.org\r\nSender: red@example.org",
    ],
)
def test_any_other(headers):
    assert not of(headers)


def test_what_the_receiving_server_found_forged_is_not(settings):
    forged = "From: red@example.org\r\nAuthentication-Results: mx.post.test; spf=fail; dmarc=fail\r\n"
    assert of(forged)
    settings.TRUSTED_MAIL_HOSTS = ["mx.post.test"]
    assert not of(forged)
    assert of("From: red@example.org\r\nAuthentication-Results: mx.post.test; dmarc=pass\r\nAuthentication-Results: x.test; dmarc=fail\r\n")
    # what stands below the topmost, or comes of another host, anybody can have written
    assert of("From: red@example.org\r\nAuthentication-Results: evil.test; dmarc=fail\r\n")
