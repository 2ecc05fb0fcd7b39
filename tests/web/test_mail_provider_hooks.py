"""Providers hand in letters and reports by real HTTP: each call checked, fresh, taken once, or
asked to come again.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import sqlite3
from contextlib import suppress
from datetime import timedelta
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from anymail.exceptions import AnymailConfigurationError, AnymailImproperlyInstalled
from anymail.urls import urlpatterns as anymails
from django.db import connection

from tests.domain.letters.real import begun
from tests.domain.letters.table import NOON
from tests.domain.post.incoming.conftest import letter
from tests.examples import drawn
from tests.services.waiting import FAR
from traders.domain.calendar import clock
from traders.domain.timeline import timeline
from traders.models import Arrival, ArrivalOutcome, Letter, Report, UsedToken
from traders.web import mail_provider_hooks

pytestmark = pytest.mark.django_db(transaction=True)
KEY = "signing-key"


@pytest.fixture(autouse=True)
def _provider(settings):
    settings.ANYMAIL = {"WEBHOOK_SECRET": "name:password", "MAILGUN_WEBHOOK_SIGNING_KEY": KEY}


@pytest.fixture
def game(db):
    """A game that began twenty minutes ago; nothing of it is due."""
    with clock.at(NOON + timedelta(minutes=20)):
        yield begun()


@pytest.fixture
def post(live_server):
    """Posts to a hook over the wire; the status."""

    def send(
        path: str, body: str | bytes, kind: str, secret: str = "name:password", **more: str
    ) -> int:
        parts = urlsplit(live_server.url)
        wire = http.client.HTTPConnection(parts.hostname, parts.port, timeout=FAR)
        headers = {
            "Content-Type": kind,
            "Authorization": "Basic " + base64.b64encode(secret.encode()).decode(),
        } | more
        wire.request(
            "POST", f"/hooks/{path}/", body.encode() if isinstance(body, str) else body, headers
        )
        status = wire.getresponse().status
        wire.close()
        return status

    return send


def mailgun(
    raw: bytes, to: str, *, token: str = "t" * 50, age: timedelta = timedelta(0), key: str = KEY
) -> tuple[str, str]:
    """A call of Mailgun's with raw MIME, signed."""
    stamp = str(int((clock.now() - age).timestamp()))
    signature = hmac.new(key.encode(), f"{stamp}{token}".encode(), hashlib.sha256).hexdigest()
    form = {
        "recipient": to,
        "sender": "red@example.org",
        "body-mime": raw,
        "timestamp": stamp,
        "token": token,
        "signature": signature,
    }
    return urlencode(form), "application/x-www-form-urlencoded"


def multipart(raw: bytes, to: str) -> tuple[bytes, str]:
    body, _ = mailgun(b"", to, token="m" * 50)
    parts = [(name, value.encode()) for name, value in parse_qsl(body)] + [("body-mime", raw)]
    whole = b"".join(
        b'--b\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), value)
        for name, value in parts
    )
    return whole + b"--b--\r\n", "multipart/form-data; boundary=b"


def test_mailguns_raw_letter_is_stored_byte_for_byte_and_read(game, post):
    raw, to = letter(game, "red", "jump niven\n")
    raw += "say: grüße".encode("latin-1")
    assert post("mailgun/inbound_mime", *mailgun(raw, to)) == 200
    stored = Arrival.objects.get()
    assert (bytes(stored.raw), stored.channel, stored.envelope_to) == (raw, "mailgun", to)
    assert timeline.read(stored.pk) == ArrivalOutcome.ORDERS


def test_as_multipart_too(game, post):
    raw, to = letter(game, "red", "jump niven\n")
    raw += "say: grüße".encode("latin-1")
    assert post("mailgun/inbound_mime", *multipart(raw, to)) == 200
    assert bytes(Arrival.objects.get().raw) == raw


def test_postmarks_raw_letter(game, post):
    raw, to = letter(game, "red", "jump niven\n")
    told = {
        "OriginalRecipient": to,
        "MessageID": "0a12",
        "RawEmail": raw.decode(),
        "Headers": [{"Name": "Return-Path", "Value": "<red@example.org>"}],
    }
    assert post("postmark/inbound", json.dumps(told), "application/json") == 200
    assert timeline.read(Arrival.objects.get().pk) == ArrivalOutcome.ORDERS


def test_postmarks_letter_taken_apart(game, post):
    _, to = letter(game, "red", "")
    told = {
        "OriginalRecipient": to,
        "MessageID": "0a12",
        "FromFull": {"Email": "red@example.org", "Name": "Red"},
        "ToFull": [{"Email": to, "Name": ""}],
        "Subject": "Re: your turn",
        "TextBody": "jump niven\n",
        "HtmlBody": "",
        "Headers": [{"Name": "Message-ID", "Value": "<1@phone.test>"}],
    }
    assert post("postmark/inbound", json.dumps(told), "application/json") == 200
    assert timeline.read(Arrival.objects.get().pk) == ArrivalOutcome.ORDERS


def test_a_call_counts_once(game, post):
    call = mailgun(*letter(game, "red", "jump niven\n"))
    assert [post("mailgun/inbound_mime", *call) for _ in range(3)] == [200] * 3
    assert (Arrival.objects.count(), UsedToken.objects.count()) == (1, 1)


def test_a_signature_of_one_hook_opens_no_other_of_its_provider(game, post):
    raw, to = letter(game, "red", "jump niven\n")
    body, _ = mailgun(b"", to)
    signed = {
        name: value
        for name, value in parse_qsl(body)
        if name in ("timestamp", "token", "signature")
    }
    tracked = {
        "signature": signed,
        "event-data": {"event": "opened", "id": "x", "timestamp": 1.0, "message": {"headers": {}}},
    }
    assert post("mailgun/tracking", json.dumps(tracked), "application/json") == 200
    assert post("mailgun/inbound_mime", *mailgun(raw, to)) == 200
    assert not Arrival.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "{",
        "null",
        "7",
        '"x"',
        "[[]]",
        "{}",
        '{"RawEmail": 7}',
        '{"signature": 1}',
        "\ud800".encode("utf-8", "surrogatepass"),
    ],
)
@pytest.mark.parametrize("path", [
    "postmark/inbound", "postmark/tracking", "postal/inbound", "postal/tracking", "brevo/inbound",
    "brevo/tracking", "mailgun/inbound", "mailgun/tracking", "mailjet/inbound", "mailjet/tracking",
    "sparkpost/inbound", "sparkpost/tracking", "mandrill", "resend/tracking", "mailersend/tracking",
])  # fmt: skip
def test_odd_calls_are_refused_and_break_nothing(client, db, path, body):
    """(4xx, or taken for a call without news, never 5xx)"""
    secret = "Basic " + base64.b64encode(b"name:password").decode()
    answer = client.post(
        f"/hooks/{path}/", body, content_type="application/json", headers={"Authorization": secret}
    )
    assert answer.status_code < 500


@pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailWarning")
@pytest.mark.filterwarnings("ignore:django-anymail has dropped official support for SendGrid")
@pytest.mark.examples("provider-hooks")
@pytest.mark.parametrize(
    "pattern",
    drawn("provider-hooks", mail_provider_hooks.urlpatterns),
    ids=lambda pattern: pattern.name,
)
def test_halves_of_characters_and_times_without_end_break_no_hook(client, db, pattern):
    secret = "Basic " + base64.b64encode(b"name:password").decode()
    values = ['"\\ud800"', "1e30", "-1e18", "1e999", "NaN", "null", '"x"', "{}", "[[]]"]
    bodies = [
        shape % (name, value)
        for shape in ('{"%s":%s}', '[{"event":"open","%s":%s}]', '{"signature":{"%s":%s}}')
        for name in ("token", "timestamp", "event", "ts", "ts_event", "date", "time", "To")
        for value in values
    ]
    for body in bodies:
        answer = client.post(
            f"/hooks/{pattern.pattern}",
            body,
            content_type="application/json",
            headers={"Authorization": secret},
        )
        assert answer.status_code < 500, body


@pytest.mark.parametrize(
    "path", ["postmark/inbound", "postmark/tracking", "mailgun/tracking", "sparkpost/inbound"]
)
@pytest.mark.parametrize("secret", ["name:password", "name:guess"])
def test_lists_in_lists_without_an_end_break_nothing(client, db, path, secret):
    known = "Basic " + base64.b64encode(secret.encode()).decode()
    for body in ("[" * 200_000, '{"signature":' * 100_000):
        assert (
            client.post(
                f"/hooks/{path}/",
                body,
                content_type="application/json",
                headers={"Authorization": known},
            ).status_code
            == 400
        )


@pytest.mark.filterwarnings("ignore:django-anymail has dropped official support for SendGrid")
def test_an_envelope_without_an_end_breaks_nothing(post, db):
    assert (
        post(
            "sendgrid/inbound",
            urlencode({"email": "x", "envelope": "[" * 200_000}),
            "application/x-www-form-urlencoded",
        )
        == 400
    )


def test_a_header_that_nobody_signed_makes_no_call_a_new_one(game, post):
    now = str(int(clock.now().timestamp()))
    raw, to = letter(game, "red", "jump niven\n")
    for n in range(3):
        assert (
            post(
                "mailgun/inbound_mime",
                *mailgun(raw, to),
                **{"svix-id": str(n), "svix-timestamp": now},
            )
            == 200
        )
    assert (
        post(
            "mailgun/inbound_mime",
            *mailgun(raw, to, age=timedelta(hours=25)),
            **{"svix-id": "x", "svix-timestamp": now},
        )
        == 400
    )
    assert Arrival.objects.count() == 1


def test_who_does_not_know_the_secret_hands_in_nothing(game, post):
    call = mailgun(*letter(game, "red", "jump niven\n"))
    assert post("mailgun/inbound_mime", *call, "name:guess") == 400
    assert (
        post("mailgun/inbound_mime", *mailgun(*letter(game, "red", "jump niven\n"), key="guess"))
        == 400
    )
    assert (
        post("postmark/inbound", json.dumps({"RawEmail": "x"}), "application/json", "name:guess")
        == 400
    )
    assert not Arrival.objects.exists()
    assert not UsedToken.objects.exists()


def test_an_old_signature_is_nothing(game, post):
    raw, to = letter(game, "red", "jump niven\n")
    assert post("mailgun/inbound_mime", *mailgun(raw, to, age=timedelta(hours=25))) == 400
    assert post("mailgun/inbound_mime", *mailgun(raw, to, age=timedelta(hours=-1))) == 400
    assert not Arrival.objects.exists()


def test_without_a_secret_there_are_no_hooks(game, post, settings):
    settings.ANYMAIL = {}
    assert post("mailgun/inbound_mime", *mailgun(*letter(game, "red", "jump niven\n"))) == 404


def test_a_provider_that_is_not_set_up_is_not_there(game, post, settings):
    settings.ANYMAIL = {"WEBHOOK_SECRET": "name:password"}
    assert post("mailgun/inbound_mime", *mailgun(*letter(game, "red", "jump niven\n"))) == 404


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x00\xff" * 200,
        b"From: =?x?q?\xff",
        b"Content-Type: multipart/mixed; boundary=\r\n\r\n--",
    ],
)
def test_any_bytes_are_stored(game, post, raw):
    _, to = letter(game, "red", "")
    assert post("mailgun/inbound_mime", *mailgun(raw, to)) == 200
    assert bytes(Arrival.objects.get().raw) == raw
    assert timeline.read(Arrival.objects.get().pk) in ArrivalOutcome.values


def test_a_report_is_kept_once(game, post):
    sent = Letter.objects.filter(seat="red").first()
    told = {
        "RecordType": "Delivery",
        "MessageID": "x",
        "Recipient": "red@example.org",
        "DeliveredAt": "2026-03-02T12:01:00Z",
        "Details": "250",
    }
    Letter.objects.filter(pk=sent.pk).update(provider_id="x")
    assert [post("postmark/tracking", json.dumps(told), "application/json") for _ in range(2)] == [
        200,
        200,
    ]
    assert Report.objects.get().letter == sent


@pytest.mark.sqlite  # a lock over the whole database
def test_where_the_lock_cannot_be_had_the_provider_comes_again(game, post, client, settings):
    raw, to = letter(game, "red", "jump niven\n")
    body, kind = mailgun(raw, to)
    secret = "Basic " + base64.b64encode(b"name:password").decode()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 200")
    other = sqlite3.connect(str(connection.settings_dict["NAME"]), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        answer = client.post(
            "/hooks/mailgun/inbound_mime/",
            body,
            content_type=kind,
            headers={"Authorization": secret},
        )
        assert (answer.status_code, answer["Retry-After"]) == (503, "60")
    finally:
        other.execute("ROLLBACK")
        other.close()
    again = client.post(
        "/hooks/mailgun/inbound_mime/", body, content_type=kind, headers={"Authorization": secret}
    )
    assert again.status_code == 200
    assert Arrival.objects.count() == 1


@pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailWarning")
@pytest.mark.parametrize(
    "pattern", mail_provider_hooks.urlpatterns, ids=lambda pattern: pattern.name
)
def test_each_hook_has_all_its_parts(pattern):
    view = next(one.callback.view_class for one in anymails if one.name == pattern.name)
    with suppress(AnymailConfigurationError):  # a setting may be missing
        try:
            view()
        except AnymailImproperlyInstalled as missing:
            pytest.fail(str(missing))
