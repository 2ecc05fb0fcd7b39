"""Delivery reports that come by mail (RFC 3464): which of our letters they speak of, and what they say became of it.

Nothing in one is proven: whoever has seen a letter, its own reader first, can write that it never came. So it is kept as evidence beside
the letter that it names, and moves no clock and marks no mailbox (`reports.record`, `proven=False`).
"""

from __future__ import annotations

import email
import email.policy
import re
from dataclasses import dataclass
from datetime import datetime
from email.message import Message

from traders.domain.reports import BY_MAIL, record
from traders.models import Letter, Report, ReportKind

MOST_OCTETS = 512 * 1024
MOST_LETTERS = 10
_OUR_ID = re.compile(rb"^(?:\s*>?\s*)(?:original-)?message-id:\s*(<[^<>\s]{3,200}>)", re.IGNORECASE | re.MULTILINE)
_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
_KINDS = {
    "failed": ReportKind.BOUNCED,
    "delayed": ReportKind.DEFERRED,
    "delivered": ReportKind.DELIVERED,
    "relayed": ReportKind.ACCEPTED,
    "expanded": ReportKind.ACCEPTED,
}


@dataclass(frozen=True, slots=True)
class Said:
    """What a report says of one recipient."""

    kind: str = ReportKind.OTHER
    recipient: str = ""
    status: str = ""
    words: str = ""


def said(raw: bytes) -> list[Said]:
    """What the machine-readable part says, a recipient each; empty where there is none."""
    try:
        message = email.message_from_bytes(raw[:MOST_OCTETS], policy=email.policy.compat32)
    except RecursionError:
        return []
    found = []
    for part in message.walk():
        if part.get_content_type() != "message/delivery-status" or not part.is_multipart():
            continue
        blocks = [block for block in part.get_payload() if isinstance(block, Message)]
        for block in blocks[1 : MOST_LETTERS + 1]:
            fields = {str(name).lower(): " ".join(str(value).split())[:500] for name, value in block.items()}
            recipient = fields.get("original-recipient") or fields.get("final-recipient", "")
            status = _STATUS.search(fields.get("status", ""))
            found.append(
                Said(
                    _KINDS.get(fields.get("action", "").lower(), ReportKind.OTHER),
                    recipient.rpartition(";")[2].strip().lower(),
                    status[0] if status else "",
                    fields.get("diagnostic-code", "").partition(";")[2].strip() or fields.get("status", ""),
                )
            )
    return found


def letters_named(raw: bytes) -> list[Letter]:
    """Our letters whose Message-ID stands in the report. A Message-ID carries a keyed tag: nobody who has not seen the letter has it."""
    names = {name.decode("ascii", "replace") for name in _OUR_ID.findall(raw[:MOST_OCTETS])}
    return list(Letter.objects.filter(message_id__in=sorted(names)[: MOST_LETTERS * 10]).select_related("player", "game")[:MOST_LETTERS])


def keep(raw: bytes, at: datetime) -> list[Report]:
    """Keep what a report says of our letters; only what it says of the letter's own recipient."""
    kept = []
    blocks = said(raw)
    for letter in letters_named(raw):
        address = (letter.recipient or letter.player.email).lower()
        of_it = [block for block in blocks if block.recipient == address] or [Said(words="a report without particulars")]
        for block in of_it:
            report = record(
                letter,
                block.kind,
                at=at,
                source=BY_MAIL,
                words=f"{block.status} {block.words}".strip(),
                recipient=block.recipient,
                proven=False,
            )
            kept += [report] if report else []
    return kept
