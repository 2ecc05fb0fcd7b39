"""A letter is its player's if it comes from the player's mailbox, and from there alone
(PR-RECEIPT-03).
"""

from __future__ import annotations

import pytest

from traders.domain.calendar import clock
from traders.domain.people.mailbox_identity import canonical
from traders.domain.post.incoming.mime_parsing import open_letter
from traders.domain.post.incoming.sender_authentication import is_players, is_trusted
from traders.models import Mailbox, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def red(db) -> Player:
    return Player.objects.create_user("red@example.org", display_name="Red")


def of(headers: str, player: Player) -> bool:
    return is_players(open_letter(f"{headers}\r\n\r\npass".encode()), player)


@pytest.mark.parametrize(
    "sender",
    [
        "red@example.org",
        "Red <RED@Example.ORG>",
        '"blue@example.org" <red@example.org>',
        "=?utf-8?q?R=C3=B6d?= <red@example.org>",
    ],
)
def test_the_players_mailbox_however_written(red, sender):
    assert of(f"From: {sender}", red)


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
        "From: red@example.org\r\nFrom: red@example.org",
        "From: red@example.org.evil.test",
        "From: blue@example.org\r\nReply-To: red@example.org\r\nSender: red@example.org",
        f"From: red@example.org {' ' * 2100}, mallory@evil.test",
        "From: red@example.org\r\n" + "X: y\r\n" * 600 + "From: mallory@evil.test",
        "From: red@example.org\r\n" + "X: y\r\n" * 30_000 + "From: mallory@evil.test",
        "From: " + "(" * 1200 + " red@example.org",
    ],
    ids=lambda headers: headers[:40],
)
def test_any_other(red, headers):
    assert not of(headers, red)


@pytest.mark.parametrize(
    ("registered", "written"),
    [
        ("anna@münchen.de", "anna@xn--mnchen-3ya.de"),
        ("anna@münchen.de", "anna@münchen.de"),
        ("anna@xn--mnchen-3ya.de", "anna@MÜNCHEN.de"),
        ("a.b@gmail.com", "ab@gmail.com"),
        ("ab@gmail.com", "A.B+traders@googlemail.com"),
        ("anna+x@example.org", "Anna@example.org"),
        ("anna@example.org", "anna+one+two@example.org"),
    ],
)
def test_spellings_of_one_mailbox(registered, written):
    assert canonical(registered) == canonical(written)
    assert of(f"From: {written}", Player.objects.create_user(registered, display_name="Anna"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a.b@example.org", "ab@example.org"),
        ("a@gmail.com", "a@gmail.com.evil.test"),
        ("a@b", "b@b"),
        ("+a@b.test", "+b@b.test"),
        ("a+b@c.test", "b@c.test"),
    ],
)
def test_what_is_not_one(one, other):
    assert canonical(one) != canonical(other)


def test_a_mailbox_confirmed_for_good(red):
    Mailbox.objects.create(player=red, address="red@work.test", confirmed=clock.now())
    assert of("From: Red <Red@Work.test>", red)
    assert not of(
        "From: red@work.test", Player.objects.create_user("blue@example.org", display_name="Blue")
    )


HOST = "Authentication-Results: mx.post.test"


@pytest.mark.parametrize(
    "lines",
    [
        f"{HOST}; dmarc=pass",
        f"{HOST}; dmarc=pass\r\nAuthentication-Results: x.test; dmarc=fail",
        f"{HOST} 1; spf=fail; dmarc=pass (p=none) header.from=example.org",
        f"{HOST}; dkim=pass header.d=example.org",
        f"{HOST}; dkim=pass header.d=EXAMPLE.org. header.i=@mail.example.org",
        f"{HOST}; dmarc=pass action=none header.from=Example.ORG",
        f"{HOST}; dkim=pass header.i=@mail.example.org; spf=fail smtp.mailfrom=evil.test",
        f"{HOST}; spf=pass (ok) smtp.mailfrom=red@example.org; dmarc=none",
        f"{HOST};\r\n\tspf=pass smtp.mailfrom=example.org",
        f"{HOST}; dkim=fail\r\n{HOST}; dmarc=pass",
    ],
    ids=lambda lines: lines[23:80],
)
def test_what_the_receiving_side_vouches_for_counts(red, settings, lines):
    settings.TRUSTED_MAIL_HOSTS = ["mx.post.test"]
    assert of(f"{lines}\r\nFrom: red@example.org", red)


@pytest.mark.parametrize(
    "lines",
    [
        "",
        f"{HOST}; dmarc=fail",
        f"{HOST}; dkim=pass header.d=example.org\r\n{HOST}; dmarc=fail",
        f"{HOST}; " + "dkim=pass header.d=evil.test; " * 90 + "dmarc=fail",
        f"{HOST}; dkim=pass header.d=example.org; "
        + "dkim=pass header.d=evil.test; " * 300
        + "dmarc=fail",
        f"{HOST}; spf=fail dkim=fail dmarc=permerror",
        f"{HOST}; spf=fail; dkim=fail; dmarc=none",
        f"{HOST}; spf=pass smtp.mailfrom=evil.test; dkim=pass header.d=evil.test",
        f"{HOST}; dkim=pass header.d=evil.test header.from=example.org",
        f"{HOST}; dkim=pass header.d=evil.test header.i=@example.org",
        f"{HOST}; dmarc=pass header.from=evil.test",
        f"{HOST}; dkim=pass header.d=example.org; dmarc=pass header.from=evil.test",
        f"{HOST}; spf=pass smtp.helo=example.org",
        f"{HOST}; spf=fail (dmarc=pass; dkim=pass header.d=example.org)",
        f'{HOST}; spf=fail smtp.mailfrom="x; dmarc=pass; y"@evil.test',
        f"{HOST}\t; dmarc=fail",
        f"Authentication-Results: evil.test; dmarc=pass\r\n{HOST}; dmarc=pass",
        "Authentication-Results: evil.test; dmarc=pass",
        "Authentication-Results: mx.post.test.evil.test; dmarc=pass",
    ],
    ids=lambda lines: lines[23:80],
)
def test_what_it_does_not_vouch_for_is_held(red, settings, lines):
    settings.TRUSTED_MAIL_HOSTS = ["mx.post.test"]
    assert not of(f"{lines}\r\nFrom: red@example.org" if lines else "From: red@example.org", red)


def test_hosts_named_by_their_domain(red, settings):
    settings.TRUSTED_MAIL_HOSTS = [".post.test"]
    assert of("Authentication-Results: mx7.post.test; dmarc=pass\r\nFrom: red@example.org", red)
    assert not of("Authentication-Results: xpost.test; dmarc=pass\r\nFrom: red@example.org", red)


def test_without_a_named_host_no_line_is_believed(red):
    """Anybody can have written it."""
    assert of(
        "From: red@example.org\r\nAuthentication-Results: mx.post.test; spf=fail; dmarc=fail", red
    )


@pytest.mark.parametrize(
    ("named", "held"),
    [("mx.post.test", False), (".post.test", False), (".other.test", True), ("192.0.2.0/28", True)],
)
def test_a_host_is_named_by_its_name_or_the_end_of_it(settings, named, held):
    settings.TRUSTED_MAIL_HOSTS = [named]
    assert is_trusted("MX.post.test") is not held
