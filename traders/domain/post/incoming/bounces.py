"""Delivery reports that arrive by mail (RFC 3464): which of our letters they name, and what they
report of each.

Anybody who has seen a letter, its own reader first, can write that it never arrived. So a report is
stored as evidence beside the letter that it names, and moves no clock (`delivery_reports.record`,
`proven=False`; PR-EVIDENCE-01). Only a report that the operator's own relay wrote, not one handed
to it from outside, marks a mailbox as dead (PR-MAIL-04).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.message import Message

from traders.domain.post.delivery_reports import BY_MAIL, GONE, mailbox_dead, record
from traders.domain.post.incoming.mime_parsing import OpenedLetter, Unreadable, parsed
from traders.domain.post.incoming.sender_authentication import is_trusted
from traders.models import Arrival, Letter, Report, ReportKind

MOST_OCTETS = 512 * 1024
MOST_LETTERS = 10
_OUR_ID = re.compile(
    rb"^[ \t>]*(?:original-)?message-id:[ \t]*(?:\r?\n[ \t]+)?(<[^<>\s]{3,200}>)",
    re.IGNORECASE | re.MULTILINE,
)
_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
_KINDS = {
    "failed": ReportKind.BOUNCED,
    "delayed": ReportKind.DEFERRED,
    "delivered": ReportKind.DELIVERED,
    "relayed": ReportKind.ACCEPTED,
    "expanded": ReportKind.ACCEPTED,
}


@dataclass(frozen=True, slots=True)
class RecipientReport:
    """A report's statement about one recipient."""

    kind: str = ReportKind.OTHER
    recipient: str = ""
    status: str = ""
    words: str = ""


def recipient_reports(raw: bytes) -> list[RecipientReport]:
    """The statements of the machine-readable part, one a recipient; empty if there is none."""
    try:
        message = parsed(raw[:MOST_OCTETS])
    except Unreadable:
        return []
    found = []
    for part in message.walk():
        if part.get_content_type() != "message/delivery-status" or not part.is_multipart():
            continue
        blocks = [block for block in part.get_payload() if isinstance(block, Message)]
        for block in blocks[1 : MOST_LETTERS + 1]:
            fields = {
                str(name).lower(): " ".join(str(value).split())[:500]
                for name, value in block.items()
            }
            recipient = fields.get("original-recipient") or fields.get("final-recipient", "")
            status = _STATUS.search(fields.get("status", ""))
            found.append(
                RecipientReport(
                    _KINDS.get(fields.get("action", "").lower(), ReportKind.OTHER),
                    recipient.rpartition(";")[2].strip().lower(),
                    status[0] if status else "",
                    fields.get("diagnostic-code", "").partition(";")[2].strip()
                    or fields.get("status", ""),
                )
            )
    return found


def letters_named(raw: bytes) -> list[Letter]:
    """Our letters whose Message-ID stands in the report. A Message-ID carries a keyed tag: only
    somebody who has seen the letter knows it.
    """
    names = {name.decode("ascii", "replace") for name in _OUR_ID.findall(raw[:MOST_OCTETS])}
    return list(
        Letter.objects.filter(message_id__in=sorted(names)[: MOST_LETTERS * 10]).select_related(
            "player", "game"
        )[:MOST_LETTERS]
    )


def keep(raw: bytes, report: OpenedLetter, arrival: Arrival) -> list[Report]:
    """Store a report's statements about our letters, if they concern the letter's own recipient."""
    kept = []
    blocks = recipient_reports(raw)
    relays = is_relays(report, arrival.envelope_from)
    for letter in letters_named(raw):
        address = (letter.recipient or letter.player.email).lower()
        of_it = [block for block in blocks if block.recipient == address] or [
            RecipientReport(words="a report without particulars")
        ]
        for block in of_it:
            begins = "" if block.status in block.words else f"{block.status} "
            words = f"{begins}{block.words}".strip()
            new = record(
                letter,
                block.kind,
                at=arrival.taken,
                source=BY_MAIL,
                words=words,
                recipient=block.recipient,
                proven=False,
            )
            kept += [new] if new else []
            if (
                relays
                and block.kind == ReportKind.BOUNCED
                and GONE.search(block.status)
                and address == letter.player.email.lower()
            ):
                mailbox_dead(letter.player, words)
    return kept


_WRITTEN_HERE = re.compile(r"\s*by\s+([^\s;()]+)", re.IGNORECASE)
"""A transfer line of a server that got the letter from nobody. A `from` this machine may be a
proxy's that hides the sender.
"""


def is_relays(report: OpenedLetter, envelope_from: str) -> bool:
    """Whether a relay that the operator named wrote the report itself: no sender on the envelope,
    and no transfer line from elsewhere.
    """
    lines = report.headers.get("received", ())
    written_here = [
        match for line in lines if (match := _WRITTEN_HERE.match(line)) and is_trusted(match[1])
    ]
    return (
        envelope_from.strip("<> ").lower() in ("", "mailer-daemon")
        and bool(lines)
        and len(written_here) == len(lines)
    )
