"""What no person wrote is known for what it is: stored, not answered (PR-RECEIPT-06)."""

from __future__ import annotations

from pathlib import Path

import pytest

from traders.domain.inbox.machine import machine
from traders.domain.inbox.opened import open_letter
from traders.models import ArrivalOutcome

CORPUS = Path(__file__).resolve().parents[3].parent / "shared" / "corpora" / "mail"
OWN = frozenset({"post@post.test"})


def of(headers: str, envelope: str = "red@example.org") -> str:
    sender = "" if "From:" in headers else "From: red@example.org\r\n"
    return machine(open_letter(f"{sender}{headers}\r\n\r\npass".encode()), envelope, OWN)


@pytest.mark.parametrize(
    "headers",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: auto-generated (vacation)",
        "Precedence: bulk",
        "Precedence: auto_reply",
        "X-Autoreply: yes",
        "X-Autorespond: vacation",
        "List-Id: <talk.example.org>",
        "List-Unsubscribe: <https://example.org/x>",
        "From: no-reply@example.org",
        "From: mailer-daemon@example.org",
        "Subject: Automatic reply: your turn",
        "Subject: Out of Office: your turn",
        "Subject: Abwesenheitsnotiz: Re: your turn",
        "Subject: =?utf-8?q?R=C3=A9ponse_automatique_=3A_your_turn?=",
    ],
)
def test_an_automatic_reply(headers):
    assert of(headers) == ArrivalOutcome.AUTOMATIC


def test_a_letter_without_a_sender_on_its_envelope_is_a_machines():
    assert of("", "<>") == ArrivalOutcome.AUTOMATIC
    assert of("From: MAILER-DAEMON@mx.test", "<>") == ArrivalOutcome.BOUNCE
    assert of('Content-Type: multipart/report; report-type="delivery-status"; boundary=b') == ArrivalOutcome.BOUNCE


def test_our_own_letter_come_back():
    assert of("From: Traders by Post <post@post.test>") == ArrivalOutcome.LOOP


@pytest.mark.parametrize(
    "headers",
    [
        "",
        "Auto-Submitted: no",
        "Precedence: normal",
        "Subject: Re: Automatic reply",
        "Feedback-ID: 1.eu-west-1.x:AmazonSES",
        "X-Auto-Response-Suppress: All",
        "From: noreen@example.org",
        "From: postman@example.org",
        "Subject: autopilot on, jump",
    ],
)
def test_a_person(headers):
    assert of(headers) == ""


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of letters does not lie beside the checkout (../shared/corpora/mail)")
def test_collected_delivery_reports_are_machines():
    found = [machine(open_letter(path.read_bytes()), "<>") for path in (CORPUS / "bounces").rglob("*.txt")]
    assert len(found) > 50
    assert all(found)
