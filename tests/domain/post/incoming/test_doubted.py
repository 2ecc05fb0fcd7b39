"""A person's letter is never taken for a machine's in silence, a machine's words never act, and
trust given once reaches no further than to whom it was given (PR-RECEIPT-03, PR-RECEIPT-06).
"""

from __future__ import annotations

import pytest

from tests.domain.post.incoming.conftest import letter
from tests.domain.post.incoming.test_reading import answer, jumps, read
from traders.domain.post.incoming import intake
from traders.models import ArrivalOutcome, Mailbox

pytestmark = pytest.mark.django_db

VIA = "Anna via Clublist <clublist@lists.example.org>"
DOUBTED = (
    "Auto-Submitted: auto-generated\r\n",
    "Auto-Submitted: auto-replied\r\n",
    "Precedence: junk\r\n",
    "X-Autoreply: yes\r\n",
    "X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent\r\n",
    "Autoforwarded: TRUE\r\n",
    "Delivered-To: autoresponder@example.org\r\n",
)
SUBJECTS = ("OOO until Monday", "Automatic reply: your turn", "Urlaub!", "In ferie")
LISTS = (
    "List-Id: <clublist.lists.example.org>\r\n",
    "Precedence: list\r\n",
    "X-BeenThere: clublist@lists.example.org\r\n",
    "List-Unsubscribe: <https://x.test>\r\n",
)


@pytest.mark.sampled
@pytest.mark.parametrize("headers", DOUBTED)
def test_orders_that_may_be_a_machines_are_held_and_asked_about_and_count_once_confirmed(
    take, headers
):
    arrival = read(take("red", "jump niven\n", headers=headers, minutes=20))
    assert (arrival.outcome, jumps()) == (ArrivalOutcome.UNCONFIRMED, 0)
    text = " ".join(answer(arrival).split())
    assert "Its first order: `jump niven`" in text
    assert "but its headers say that a program sent it" in text
    assert "for good" not in text
    read(take("red", "confirm 1\n", minutes=21))
    assert (read(arrival).outcome, jumps()) == (ArrivalOutcome.CONFIRMED, 1)


@pytest.mark.sampled
@pytest.mark.parametrize("headers", [*DOUBTED, *LISTS])
@pytest.mark.parametrize(
    "words", ["I am away until Monday. In urgent cases write to my office.\n", "Weekly news.\n"]
)
def test_a_machines_words_without_an_order_are_stored_in_silence(take, headers, words):
    arrival = read(take("red", words, headers=headers))
    assert (arrival.outcome, arrival.answered_by) == (ArrivalOutcome.AUTOMATIC, None)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_an_odd_subject_alone_drops_no_order(game, subject):
    raw, to = letter(game, "red", "jump niven\n")
    raw = raw.replace(b"Subject: Re: your turn", f"Subject: {subject}".encode())
    arrival = read(intake.take(raw, envelope_to=to, envelope_from="red@example.org", channel="x"))
    assert (arrival.outcome, jumps()) == (ArrivalOutcome.UNCONFIRMED, 0)
    assert arrival.answered_by is not None


@pytest.mark.sampled
@pytest.mark.parametrize("headers", ["", *LISTS])
def test_a_list_that_rewrites_from_is_asked_about_each_time_and_trusted_never(take, headers):
    headers += "Reply-To: Anna <red@example.org>\r\n"
    for n in (1, 2):
        held = read(take("red", "jump niven\n", sender=VIA, headers=headers, minutes=20 + n,
                         name=f"<{n}@list.test>"))  # fmt: skip
        assert held.outcome == ArrivalOutcome.UNCONFIRMED
        text = " ".join(answer(held).split())
        assert "as mailing lists write" in text
        assert "I ask about each letter" in text
        assert "for good" not in text
    read(take("red", "confirm 1 for good\n", minutes=30))
    assert not Mailbox.objects.exists()
    assert jumps() == 1


@pytest.mark.sampled
@pytest.mark.parametrize("headers", LISTS)
def test_a_mailbox_that_was_accepted_is_asked_about_where_a_list_brings_it(take, headers):
    read(take("red", "status\n", sender="red@work.test", minutes=20))
    read(take("red", "confirm 1 for good\n", minutes=21))
    by_list = read(take("red", "jump niven\n", sender="red@work.test", headers=headers, minutes=22))
    assert (by_list.outcome, jumps()) == (ArrivalOutcome.UNCONFIRMED, 0)
    assert read(take("red", "jump niven\n", sender="red@work.test", minutes=23)).outcome == "orders"


def test_a_mailbox_with_a_plus_is_accepted_alone(take):
    """Before the plus stands a list's or a company's own mailbox."""
    read(take("red", "status\n", sender="family+anna@groups.test", minutes=20))
    read(take("red", "confirm 1 for good\n", minutes=21))
    assert Mailbox.objects.get().address == "family+anna@groups.test"
    for n, other in enumerate(("family@groups.test", "family+eve@groups.test")):
        held = read(take("red", "jump niven\n", sender=other, minutes=22 + n))
        assert held.outcome == ArrivalOutcome.UNCONFIRMED
    same = read(take("red", "jump niven\n", sender="Family+Anna@groups.test", minutes=25))
    assert same.outcome == ArrivalOutcome.ORDERS


REACTION = (
    "--b\nContent-Type: text/plain\n\nend\n\nAnna reacted via Gmail\n--b\n"
    'Content-Type: text/vnd.google.email-reaction+json\n\n{"emoji":"x"}\n--b--\n'
)
REPLY = (
    "--b\nContent-Type: text/plain\n\nAnna has accepted this invitation.\n--b\n"
    "Content-Type: text/calendar; method=REPLY; charset=utf-8\n\nBEGIN:VCALENDAR\n--b--\n"
)
BOUNCED = (
    "--b\nContent-Type: text/plain\n\nend\n--b\nContent-Type: message/delivery-status"
    "\n\nReporting-MTA: dns; mx.test\n--b--\n"
)


@pytest.mark.parametrize(
    ("body", "outcome"),
    [(REACTION, "automatic"), (REPLY, "automatic"), (BOUNCED, "bounce")],
    ids=["a reaction", "a calendar's answer", "a delivery report in another wrapper"],
)
@pytest.mark.parametrize("kind", ["mixed", "alternative"])
def test_what_a_program_sends_is_known_by_its_parts(take, body, outcome, kind):
    headers = f'MIME-Version: 1.0\r\nContent-Type: multipart/{kind}; boundary="b"\r\n'
    arrival = read(take("red", body, headers=headers))
    assert (arrival.outcome, arrival.answered_by) == (outcome, None)
