"""A provider's report finds its letter, whatever id the provider gives it."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default
from types import SimpleNamespace
from typing import Any

import pytest
from anymail.signals import AnymailTrackingEvent
from anymail.webhooks.mailgun import MailgunTrackingWebhookView
from anymail.webhooks.postmark import PostmarkTrackingWebhookView
from anymail.webhooks.sparkpost import SparkPostTrackingWebhookView
from django.core import mail

from tests.domain.letters.table import change_set
from traders.domain.calendar import clock
from traders.domain.letters import write
from traders.domain.letters.mime_message import HOLE
from traders.domain.post import delivery, provider_metadata
from traders.domain.post.delivery_reports import take_event
from traders.domain.post.mail_transport import Frozen, Outbox, filled
from traders.domain.table.change_set import SaidMessage
from traders.models import Letter, Report

pytestmark = pytest.mark.django_db

HOOKS = {"WEBHOOK_SECRET": "who:knows"}


@pytest.fixture
def sent(game, seats):
    """Blue's letter, of which our own mail server gave no id."""
    write(game, seats, change_set(game, at=clock.now(), views={seat.colour: {} for seat in seats}))
    delivery.prepare(list(Letter.objects.values_list("pk", flat=True)))
    return Letter.objects.get(seat="blue")


def reported(view: Any, *esp_event: object) -> Report | None:
    """What anymail makes of a provider's event."""
    read = (
        view(webhook_secret="who:knows")
        if view is not MailgunTrackingWebhookView
        else view(webhook_signing_key="x")
    )
    return take_event(read.esp_to_anymail_event(*esp_event), view.esp_name)


POSTMARK = {
    "RecordType": "Delivery",
    "MessageID": "883953f4-6105-42a2-a16a-77a8eac79483",
    "Recipient": "blue@example.org",
    "DeliveredAt": "2026-03-02T12:01:00Z",
}
MAILGUN = {
    "event-data": {
        "event": "delivered",
        "timestamp": 1772452862.0,
        "id": "e",
        "recipient": "blue@example.org",
        "message": {"headers": {"message-id": "20260302.1@mg.test"}},
    }
}


def test_each_provider_gives_back_what_the_letter_was_marked_with(sent):
    marked = provider_metadata.metadata(sent)
    assert reported(PostmarkTrackingWebhookView, POSTMARK | {"Metadata": marked}).letter == sent
    told = {
        "type": "delivery",
        "timestamp": "1772452861",
        "rcpt_to": "blue@example.org",
        "transmission_id": "9",
        "rcpt_meta": marked,
    }
    assert reported(SparkPostTrackingWebhookView, "message_event", told, told).letter == sent
    told = json.loads(json.dumps(MAILGUN))
    told["event-data"]["user-variables"] = marked
    assert reported(MailgunTrackingWebhookView, told).letter == sent


def delivered(told: object, event: str) -> AnymailTrackingEvent:
    at = datetime(2026, 3, 2, 12, 1, tzinfo=UTC)
    return AnymailTrackingEvent(
        event_type="delivered",
        timestamp=at,
        event_id=event,
        message_id="0102018f",
        recipient=event,
        esp_event=told,
    )


def test_the_message_id_that_a_provider_was_handed_names_the_letter(sent):
    headers = [{"name": "From", "value": "x"}, {"name": "Message-ID", "value": sent.message_id}]
    for number, told in enumerate(
        ({"mail": {"messageId": "0102018f-x", "headers": headers}}, {"smtp-id": sent.message_id})
    ):
        assert take_event(delivered(told, str(number)), "Mailjet").letter == sent


def test_what_a_mail_server_answers_names_no_letter(sent):
    """The letter's own reader may run that mail server."""
    told = {"response": sent.message_id, "reason": f"message-id: {sent.message_id}"}
    assert take_event(delivered(told, "1"), "Mailgun").letter is None


@pytest.mark.parametrize(
    "metadata",
    [
        None,
        "x",
        {"letter": 7},
        {"letter": None},
        {"letter": ""},
        {"letter": "guess@post.test"},
        {"letter": "\x00\ud800"},
        {"other": "x"},
    ],
)
def test_odd_metadata_names_no_letter_and_is_kept(sent, metadata):
    event = SimpleNamespace(
        event_type="delivered", message_id=None, timestamp=None, mta_response="", description="",
        reject_reason=None, event_id="", recipient="blue@example.org",
        esp_event=[{"mail": [[["message-id"]]]}], metadata=metadata,
    )  # fmt: skip
    assert take_event(event, "Postmark").letter is None
    assert Report.objects.get().letter is None


def test_a_letter_through_a_providers_relay_bears_that_providers_header(sent, settings):
    settings.ANYMAIL, name = HOOKS, sent.message_id.strip("<>")
    for domain, (header, value) in provider_metadata.RELAYS.items():
        settings.EMAIL_HOST = f"smtp.{domain}"
        assert provider_metadata.headers(sent) == [(header, value % name)]
    settings.EMAIL_HOST = "127.0.0.1"
    assert len(provider_metadata.headers(sent)) == len(provider_metadata.RELAYS)
    settings.ANYMAIL = {}
    assert provider_metadata.headers(sent) == []


def test_the_relay_gets_the_header_and_the_frozen_letter(sent, settings, smtp_sink):
    settings.ANYMAIL = HOOKS
    assert delivery.send([sent.pk]) == 1
    (taken,) = smtp_sink.taken
    told = taken.message
    assert told["X-PM-Metadata-letter"] == sent.message_id.strip("<>")
    assert json.loads(told["X-Mailgun-Variables"]) == provider_metadata.metadata(sent)
    assert told["Message-ID"] == sent.message_id


def test_by_a_providers_interface_the_letter_bears_metadata(sent, settings):
    settings.EMAIL_BACKEND = "anymail.backends.test.EmailBackend"
    with closing(Outbox()) as outbox:
        assert outbox.send(sent).kind == "taken"
    assert mail.outbox[0].anymail_test_params["metadata"] == provider_metadata.metadata(sent)


def test_a_name_that_is_too_long_for_some_provider_is_not_given(sent):
    sent.message_id = f"<{'x' * 81}@post.test>"
    assert provider_metadata.metadata(sent) == {}


def test_what_a_player_named_or_wrote_stays_what_it_was_by_every_way_out(game, seats, settings):
    settings.EMAIL_BACKEND = "anymail.backends.test.EmailBackend"
    hostile = f"{HOLE} =?utf-8?q?=0D=0ABcc:_y@evil.test?="
    game.title = hostile
    game.save()
    changes = change_set(
        game,
        at=clock.now(),
        views={seat.colour: {} for seat in seats},
        press=[SaidMessage("red", "", hostile, "red")],
    )
    write(game, seats, changes)
    delivery.prepare(list(Letter.objects.values_list("pk", flat=True)))
    for letter in Letter.objects.all():
        sent = message_from_bytes(Frozen(letter, whole=False).message().as_bytes(), policy=default)
        assert str(sent["Subject"]) == letter.subject
        assert sent["Reply-To"].addresses[0].display_name == f"Traders by Post: {hostile}"
        assert hostile in " ".join(sent.get_body(("plain",)).get_content().split())
        with closing(Outbox()) as outbox:
            assert outbox.send(letter).kind == "taken"


def test_the_picture_lies_in_its_own_part_whatever_players_wrote():
    assert filled(f"{HOLE}; {HOLE}--".encode(), b"png") == f"{HOLE}; cG5n--".encode()
