"""A letter come again (PR-RECEIPT-04): by what it is known, which may be the same one, and how
that is answered.
"""

from __future__ import annotations

import hashlib

from django.db.models import Q

from traders.domain.letters import answer_notes_and_resent_letters
from traders.domain.post.incoming import answer_limits
from traders.domain.post.incoming.mime_parsing import OpenedLetter
from traders.domain.post.incoming.reply_line_sorting import SortedReply
from traders.domain.post.incoming.server_answers import answer
from traders.models import Prepared
from traders.models.incoming_letters import Arrival, ArrivalOutcome, ArrivalStatus
from traders.models.outgoing_letters import Letter

_TRACE = frozenset({
    "received", "return-path", "delivered-to", "x-received", "arc-seal", "arc-message-signature",
    "arc-authentication-results", "authentication-results", "received-spf", "x-original-to",
})  # fmt: skip


LONGEST_LINE = 2_000
"""Characters kept of a transfer line: a client's certificate and our own long addresses stand
before its date.
"""


_OF_OURS = Prepared(
    Letter, lambda name=str: Letter.objects.filter(message_id=name).only("pk").order_by()
)


def note(arrival: Arrival, letter: OpenedLetter) -> None:
    """Note what the letter says of itself."""
    arrival.message_id = letter.message_id
    arrival.content = _content(bytes(arrival.raw))
    arrival.notes = {
        "from": list(letter.senders[:5]),
        "subject": letter.subject,
        "date": letter.date,
        "received": [value[:LONGEST_LINE] for value in letter.headers.get("received", ())[:20]],
    }


def asked(arrival: Arrival, letter: OpenedLetter) -> tuple[tuple[object, ...], ...]:
    """What is asked beside the game of a letter that can be read, as `outcome_decision.Known` has
    it.
    """
    name = letter.message_id if len(letter.message_id) > len("<@>") else ""
    return (_OF_OURS, letter.message_id), _same(arrival, name), answer_limits.lately(arrival)


def _content(raw: bytes) -> str:
    """Digest of a letter without the lines that each mail server adds: the same letter come again
    has the same.
    """
    head, gap, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    kept, keep = [], True
    for line in head.split(b"\n"):
        if line[:1] not in (b" ", b"\t"):
            keep = line.partition(b":")[0].strip().lower().decode("ascii", "replace") not in _TRACE
        if keep:
            kept.append(line.rstrip())
    return hashlib.sha256(b"\n".join(kept) + gap + body).hexdigest()


_READ = (
    Arrival.objects.defer("raw")
    .filter(status__in=[ArrivalStatus.READ, ArrivalStatus.SET_ASIDE])
    .exclude(outcome__in=[ArrivalOutcome.DUPLICATE, ArrivalOutcome.TOO_MANY])
)


def _same(arrival: Arrival, name: str) -> tuple[object, ...]:
    """A prepared query with its values: letters that may be the same one."""
    if arrival.asked_by_id:
        return _SAME_ANSWER, arrival.asked_by_id, arrival.pk, arrival.content, name
    return _SAME, arrival.seat_id or 0, arrival.pk, arrival.content, name


def _like(address: str) -> Prepared[Arrival]:
    """Letters to one address that were read, with the same content or the same name."""
    return Prepared(
        Arrival,
        lambda whose, pk, content=str, name=str: (
            _READ.filter(**{address: whose})
            .exclude(pk=pk)
            .filter(Q(content=content) | Q(message_id=name))
            .order_by("id")
        ),
    )


_SAME_ANSWER, _SAME = _like("asked_by"), _like("seat")


def answer_again(arrival: Arrival, first: Arrival, found: SortedReply) -> None:
    """Answer the same letter with the first answer (PR-RECEIPT-04), and another one under its name
    with a word of that.
    """
    arrival.duplicate_of, arrival.answered_by = first, first.answered_by
    if not answer_limits.may_answer_again(arrival, first):
        return
    if arrival.content != first.content and found.text[:4000] != first.notes.get("orders", ""):
        told = (
            "Your letter bears the Message-ID of an earlier one, so it counts as that one come "
            "again. Its own text was not read. Please write your orders in a new letter."
        )
        answer(arrival, "", told, "Your letter was not read")
    elif first.answered_by is not None:
        answer_notes_and_resent_letters.again(first.answered_by)
