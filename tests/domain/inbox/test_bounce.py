"""A delivery report by mail is kept beside the letter that it names, and proves no more than that somebody wrote it."""

from __future__ import annotations

import pytest

from tests.domain.inbox.conftest import letter
from traders.domain.inbox import edge, reading
from traders.models import ArrivalOutcome, Deadline, Letter, Player, Report, ReportKind

pytestmark = pytest.mark.django_db


def report(of: Letter, *, recipient: str, action: str = "failed", status: str = "5.1.1", name: str = "") -> bytes:
    return f"""\
From: MAILER-DAEMON@mx.example.org
To: post@post.test
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

jump niven

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; {recipient}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 5.1.1 no such user

--b
Content-Type: text/rfc822-headers

Message-ID: {name or of.message_id}
Subject: {of.subject}

--b--
""".replace("\n", "\r\n").encode()


def take(raw: bytes, to: str = "post@post.test") -> str:
    return reading.read(edge.take(raw, envelope_to=to, envelope_from="<>", channel="smtp").pk)


def test_it_is_kept_beside_its_letter_once(game):
    sent = Letter.objects.filter(seat="red").first()
    for _ in range(3):
        assert take(report(sent, recipient="red@example.org")) == ArrivalOutcome.BOUNCE
    kept = Report.objects.get()
    assert (kept.letter, kept.kind, kept.source, kept.recipient) == (sent, ReportKind.BOUNCED, "mail", "red@example.org")
    assert "no such user" in kept.words


@pytest.mark.parametrize(
    ("action", "kind"), [("delayed", "deferred"), ("delivered", "delivered"), ("relayed", "accepted"), ("dreamt", "other")]
)
def test_what_it_says(game, action, kind):
    take(report(Letter.objects.filter(seat="red").first(), recipient="red@example.org", action=action))
    assert Report.objects.get().kind == kind


def test_it_moves_no_clock_and_marks_no_mailbox(game):
    """Its letter's own reader could have written it."""
    before = list(Deadline.objects.values())
    take(report(Letter.objects.filter(seat="red").first(), recipient="red@example.org"))
    assert list(Deadline.objects.values()) == before
    assert not Player.objects.exclude(mailbox_dead_since=None).exists()


def test_what_it_says_of_others_is_not_believed(game):
    take(report(Letter.objects.filter(seat="red").first(), recipient="blue@example.org"))
    kept = Report.objects.get()
    assert (kept.kind, kept.recipient, kept.for_good) == (ReportKind.OTHER, "", False)


def test_of_a_letter_that_is_not_ours_nothing_is_kept(game):
    assert take(report(Letter.objects.first(), recipient="red@example.org", name="<guess@post.test>")) == ArrivalOutcome.BOUNCE
    assert not Report.objects.exists()


def test_sent_to_a_seats_address_it_orders_nothing(game):
    _, to = letter(game, "red", "")
    assert take(report(Letter.objects.first(), recipient="red@example.org"), to) == ArrivalOutcome.BOUNCE
    game.refresh_from_db()
    assert game.number == Letter.objects.filter(seat="red").latest("id").entry
