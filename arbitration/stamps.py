"""A letter's transfer lines, and which of them are the receiving side's (PR-MAIL-02)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from django.conf import settings

from arbitration.evidence import Mail, Stamp
from traders.models import Arrival, ArrivalOutcome

_BY = re.compile(r"\bby\s+([^\s;()]+)", re.IGNORECASE)
_FROM = re.compile(r"^\s*from\s+([^\s;()]+)", re.IGNORECASE)


def stamps(received: Sequence[str]) -> tuple[Stamp, ...]:
    """The lines from the top. The receiving side's are those of hosts that the operator named, as long as each was handed its letter by the
    host of the next; a line below the first other host is the sender's, whatever name it bears."""
    trusted = {host.lower() for host in getattr(settings, "TRUSTED_MAIL_HOSTS", ())}
    found: list[Stamp] = []
    ours, handed_by = True, ""
    for line in received:
        by, at = _BY.search(line), _time(line)
        host = by[1].lower().rstrip(".,") if by else ""
        ours = ours and host in trusted and handed_by in ("", host)
        if by and at is not None:
            found.append(Stamp(at, host, ours))
        sender = _FROM.match(line)
        handed_by = sender[1].lower().rstrip(".,") if sender else "?"
    return tuple(found)


def mail(arrival: Arrival) -> Mail:
    """A letter as evidence: what was refused in it as late, or all that it orders."""
    notes = arrival.notes
    lines = [(text, answer, kind) for text, answer, kind, _ in notes.get("lines", [])]
    late = next((place for place, (_, _, kind) in enumerate(lines) if kind == "late"), None)
    text = "\n".join(text for text, _, _ in lines[late:]) if late is not None else str(notes.get("orders", ""))
    found = stamps(notes.get("received", []))
    return Mail(
        arrival.pk,
        arrival.counts_from or arrival.taken,
        text,
        _iso(str(notes.get("date", ""))),
        found,
        confirmed=arrival.outcome == ArrivalOutcome.CONFIRMED,
        contradicts=_contradiction(found, arrival.taken),
    )


def refused_as_late(arrival: Arrival) -> bool:
    """Whether an order in the letter came after its moment (PR-RECEIPT-07)."""
    return any(kind == "late" for _, _, kind, _ in arrival.notes.get("lines", []))


def _contradiction(found: Sequence[Stamp], taken: datetime) -> str:
    """What cannot be true together in the receiving side's own lines."""
    ours = [stamp.at for stamp in found if stamp.ours]
    if any(at > taken for at in ours):
        return "A line of the receiving side bears a time after the letter was taken; it proves nothing earlier."
    if ours != sorted(ours, reverse=True):
        return "The receiving side's lines are not in the order of their times."
    return ""


def _time(line: str) -> datetime | None:
    try:
        at = parsedate_to_datetime(line.rpartition(";")[2].strip())
    except (ValueError, TypeError, IndexError):
        return None
    return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)


def _iso(text: str) -> datetime | None:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)
