"""A delivery report by mail is kept beside the letter that it names, and proves no more than that
somebody wrote it.
"""

from __future__ import annotations

import pytest

from tests.domain.post.incoming.conftest import letter
from traders.domain.post.incoming import intake
from traders.domain.timeline import timeline
from traders.models import ArrivalOutcome, Deadline, Letter, Player, Report, ReportKind

pytestmark = pytest.mark.django_db


def report(
    of: Letter, *, recipient: str, action: str = "failed", status: str = "5.1.1", name: str = ""
) -> bytes:
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


def take(raw: bytes, to: str = "post@post.test", envelope: str = "<>") -> str:
    return timeline.read(
        intake.take(raw, envelope_to=to, envelope_from=envelope, channel="smtp").pk
    )


RELAYS = "Received: by mx.post.test (Postfix) id 4ABC12; Mon,  2 Mar 2026 12:05:00 +0000 (UTC)\r\n"
AGAIN = (
    "Received: from localhost (localhost [127.0.0.1]) by mx.post.test (Postfix) with ESMTP id "
    "4ABC13; Mon,  2 Mar 2026 12:05:01 +0000\r\n"
)


@pytest.mark.parametrize("envelope", ["<>", "MAILER-DAEMON", ""])
def test_what_our_own_relay_wrote_marks_a_mailbox_and_moves_no_clock(game, settings, envelope):
    """(PR-MAIL-04, PR-EVIDENCE-01)"""
    settings.TRUSTED_MAIL_HOSTS = ["mx.post.test"]
    sent = Letter.objects.filter(seat="red").first()
    take(RELAYS.encode() + report(sent, recipient="red@example.org"), envelope=envelope)
    assert Player.objects.exclude(mailbox_dead_since=None).get().email == "red@example.org"
    assert (Report.objects.get().source, Report.objects.get().for_good) == ("mail", False)


@pytest.mark.parametrize(
    ("lines", "status", "envelope"),
    [
        ("", "5.1.1", "<>"),
        (AGAIN + RELAYS, "5.1.1", "<>"),
        (RELAYS, "5.2.2", "<>"),
        (RELAYS, "4.4.1", "<>"),
        (RELAYS, "5.1.1", "red@example.org"),
        (
            "Received: by mx.other.test (Postfix) id 4ABC; Mon, 2 Mar 2026 12:05:00 +0000\r\n",
            "5.1.1",
            "<>",
        ),
        (
            "Received: from mx.post.test (evil.test [127.0.0.66]) by mx.post.test (Postfix) "
            "with ESMTP; Mon, 2 Mar 2026 12:05:00 +0000\r\n" + RELAYS,
            "5.1.1",
            "<>",
        ),
        (
            RELAYS
            + "Received: from evil.test by mx.other.test; Mon, 2 Mar 2026 12:05:00 +0000\r\n",
            "5.1.1",
            "<>",
        ),
        (
            "Received: from x (x [127.0.0.1]) by evil.test by mx.post.test; Mon, 2 Mar 2026 "
            "12:05:00 +0000\r\n",
            "5.1.1",
            "<>",
        ),
    ],
)
def test_what_anybody_else_may_have_written_marks_none(game, settings, lines, status, envelope):
    settings.TRUSTED_MAIL_HOSTS = ["mx.post.test"]
    sent = Letter.objects.filter(seat="red").first()
    take(
        lines.encode() + report(sent, recipient="red@example.org", status=status), envelope=envelope
    )
    assert not Player.objects.exclude(mailbox_dead_since=None).exists()


def test_it_is_kept_beside_its_letter_once(game):
    sent = Letter.objects.filter(seat="red").first()
    for _ in range(3):
        assert take(report(sent, recipient="red@example.org")) == ArrivalOutcome.BOUNCE
    kept = Report.objects.get()
    assert (kept.letter, kept.kind, kept.source, kept.recipient) == (
        sent,
        ReportKind.BOUNCED,
        "mail",
        "red@example.org",
    )
    assert kept.words == "550 5.1.1 no such user", "the number once"


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        ("delayed", "deferred"),
        ("delivered", "delivered"),
        ("relayed", "accepted"),
        ("dreamt", "other"),
    ],
)
def test_what_it_says(game, action, kind):
    take(
        report(
            Letter.objects.filter(seat="red").first(), recipient="red@example.org", action=action
        )
    )
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
    assert (
        take(report(Letter.objects.first(), recipient="red@example.org", name="<guess@post.test>"))
        == ArrivalOutcome.BOUNCE
    )
    assert not Report.objects.exists()


def test_sent_to_a_seats_address_it_orders_nothing(game):
    _, to = letter(game, "red", "")
    assert (
        take(report(Letter.objects.first(), recipient="red@example.org"), to)
        == ArrivalOutcome.BOUNCE
    )
    game.refresh_from_db()
    assert game.number == Letter.objects.filter(seat="red").latest("id").entry
