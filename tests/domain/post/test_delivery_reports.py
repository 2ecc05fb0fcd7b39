"""Delivery reports of providers, as their web hooks bring them: kept once, dead mailboxes told
(PR-MAIL-01, PR-MAIL-04).
"""

from __future__ import annotations

import base64
import json

import pytest
from anymail.webhooks.postmark import PostmarkTrackingWebhookView
from django.db import transaction
from django.test import RequestFactory

from tests.domain.letters.table import change_set
from traders.domain.calendar import clock
from traders.domain.letters import write
from traders.domain.people import club_roles
from traders.domain.post import delivery
from traders.models import Deadline, Letter, LetterKind, LetterStatus, Player, Report, ReportKind

pytestmark = pytest.mark.django_db


@pytest.fixture
def letter(game, seats):
    write(game, seats, change_set(game, at=clock.now(), views={seat.colour: {} for seat in seats}))
    Letter.objects.filter(seat="blue").update(
        status=LetterStatus.SENT, provider_id="0a129aee", recipient="blue@example.org"
    )
    return Letter.objects.get(seat="blue")


@pytest.fixture
def tell(settings):
    settings.ANYMAIL = {"WEBHOOK_SECRET": "who:knows"}

    def post_event(secret=b"who:knows", **event):
        said = {"MessageID": "0a129aee", "ServerID": 1, "Tag": ""} | event
        request = RequestFactory().post(
            "/hooks/postmark/tracking/",
            json.dumps(said),
            content_type="application/json",
            headers={"Authorization": "Basic " + base64.b64encode(secret).decode()},
        )
        return PostmarkTrackingWebhookView.as_view()(request)

    return post_event


BOUNCED = {
    "RecordType": "Bounce",
    "Type": "HardBounce",
    "TypeCode": 1,
    "ID": 7,
    "Email": "blue@example.org",
    "BouncedAt": "2026-03-02T12:01:00Z",
    "Description": "No such mailbox",
}
DELIVERED = {
    "RecordType": "Delivery",
    "Recipient": "blue@example.org",
    "DeliveredAt": "2026-03-02T12:01:00Z",
    "Details": "250 OK",
}


def test_a_delivery_is_kept_with_its_letter_and_hour(letter, tell):
    assert tell(**DELIVERED).status_code == 200
    report = Report.objects.get()
    assert (report.letter, report.kind, report.source) == (letter, ReportKind.DELIVERED, "postmark")
    assert report.at.isoformat() == "2026-03-02T12:01:00+00:00"


def test_told_fifty_times_it_is_one_report(letter, tell):
    for _ in range(50):
        tell(**DELIVERED)
    assert Report.objects.count() == 1


@pytest.mark.examples("events-shuffled")
def test_in_whatever_order_events_come_they_tell_the_same(letter, tell, game, examples, lots):
    """Each of them twice. (PR-MAIL-01, PR-MAIL-04)"""
    organizer = Player.objects.create_user("club@example.org", display_name="Organizer")
    game.club = club_roles.found("Club", "club", organizer)
    game.save()
    events = [
        DELIVERED,
        BOUNCED,
        BOUNCED | {"ID": 8, "Type": "SoftBounce", "TypeCode": 4096, "Description": "It is full"},
        BOUNCED | {"ID": 9, "Type": "Transient", "TypeCode": 2, "Description": "Later"},
        {"RecordType": "SpamComplaint", "Type": "SpamComplaint", "ID": 10}
        | {"Email": "blue@example.org", "BouncedAt": "2026-03-02T12:02:00Z"},
        DELIVERED | {"DeliveredAt": "2026-03-02T12:05:00Z"},
        DELIVERED | {"MessageID": "unknown"},
    ]

    def told(order):
        with transaction.atomic():
            for event in order:
                assert tell(**event).status_code == 200
            reports = Report.objects.order_by("at", "kind", "words", "letter")
            letters = Letter.objects.exclude(pk=letter.pk).order_by("pk")
            found = (
                list(reports.values_list("letter", "kind", "at", "recipient", "words", "for_good")),
                list(Deadline.objects.order_by("pk").values_list("game", "kind", "seat", "due")),
                list(letters.values_list("kind", "seat", "player", "status")),
                Player.objects.get(email="blue@example.org").mailbox_dead_since is not None,
                Letter.objects.values_list("status", "asks").get(pk=letter.pk),
            )
            transaction.set_rollback(True)
        return found

    wanted = told(events)
    assert len(wanted[0]) == len(events)
    assert wanted[3]
    for _ in range(examples):
        shuffled = [*events, *events]
        lots.shuffle(shuffled)
        assert told(shuffled) == wanted, shuffled


def test_a_stranger_reports_nothing(letter, tell):
    from django.core.exceptions import SuspiciousOperation

    with pytest.raises(SuspiciousOperation):
        tell(secret=b"i:guess", **BOUNCED)
    assert not Report.objects.exists()


def test_a_mailbox_that_refuses_for_good_is_marked_once_and_the_organizer_told(letter, tell, game):
    organizer = Player.objects.create_user("club@example.org", display_name="Organizer")
    game.club = club_roles.found("Club", "club", organizer)
    game.save()
    tell(**BOUNCED)
    tell(**BOUNCED | {"ID": 8, "BouncedAt": "2026-03-02T13:00:00Z"})
    assert Player.objects.get(email="blue@example.org").mailbox_dead_since is not None
    told = Letter.objects.get(kind=LetterKind.MAILBOX)
    assert told.player == organizer
    delivery.prepare([told.pk])
    told.refresh_from_db()
    assert told.status == LetterStatus.PREPARED, told.problem
    assert "Blue" in told.subject
    assert b"No such mailbox" in bytes(told.raw or b"")


def test_a_full_mailbox_is_not_dead(letter, tell):
    tell(**BOUNCED | {"Type": "SoftBounce", "TypeCode": 4096})
    assert Player.objects.get(email="blue@example.org").mailbox_dead_since is None


def test_who_opens_a_letter_when_is_not_kept(letter, tell):
    tell(
        RecordType="Open",
        Recipient="blue@example.org",
        ReceivedAt="2026-03-02T12:01:00Z",
        FirstOpen=True,
    )
    assert not Report.objects.exists()


def test_a_report_of_nobodys_letter_is_kept_without_one(letter, tell):
    tell(**DELIVERED | {"MessageID": "unknown"})
    assert Report.objects.get().letter is None
