"""A letter opened: headers and the text its sender wrote in it, from any bytes whatever. Pure; never raises on a letter's content.

The standard library's compat32 parser reads the bytes: it came through every real and broken letter tried, where richer readers raised.
"""

from __future__ import annotations

import codecs
import email
import email.policy
from dataclasses import dataclass, field
from datetime import UTC
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime

from traders.domain.inbox.plain import plain
from traders.domain.storable import storable

MOST_TEXT = 64_000
"""Characters of a letter's text that are looked at; orders stand at its head."""
MOST_PARTS = 200
"""MIME parts that are looked at."""
MOST_DEPTH = 50
"""Levels of parts within parts; deeper ones drive the parser out of its stack, and no mail program writes them."""
MOST_HEADERS = 500
MOST_VALUE = 2_000
"""Characters of a header's value that are looked at."""
HEAD = 512 * 1024
"""Octets that are opened at first: the text stands before pictures. The whole is opened only where they hold no text."""
_STRANGE = frozenset(("idna", "punycode", "raw-unicode-escape", "raw_unicode_escape", "undefined", "unicode-escape", "unicode_escape"))
"""Codecs that are no charsets: some take minutes over a letter."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What a letter says of itself. Nothing in it is proof of anything (PR-RECEIPT-01)."""

    message_id: str = ""
    subject: str = ""
    senders: tuple[str, ...] = ()
    """Addresses in From, lower case."""
    date: str = ""
    """Its own date, UTC, in ISO form; empty if it has none that can be read."""
    text: str = ""
    """The text as it came, quotes and all."""
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    def values(self, name: str) -> list[str]:
        """All values of a header, top to bottom."""
        return [value for key, value in self.headers if key == name.lower()]


class Unreadable(Exception):
    """No reader can make anything of the bytes."""


def open_letter(raw: bytes) -> Opened:
    """Open a letter. What cannot be read is left empty; `Unreadable` for what no mail program writes."""
    head = raw[:HEAD]
    letter = _open(head)
    ends = b"\n\n" in head or b"\r\n\r\n" in head  # headers without an end are no letter
    return _open(raw) if len(raw) > HEAD and ends and not letter.text.strip() else letter


def _open(raw: bytes) -> Opened:
    if raw.lower().count(b"boundary") > MOST_DEPTH * 4:
        raise Unreadable("parts within parts without an end")
    try:
        message = email.message_from_bytes(raw, policy=email.policy.compat32)
    except RecursionError:
        raise Unreadable("parts within parts without an end") from None
    headers = tuple((str(key).lower(), _plain(value)) for key, value in message.items()[:MOST_HEADERS])
    first = dict(reversed(headers))
    return Opened(
        message_id=first.get("message-id", "").strip()[:998],
        subject=_decoded(first.get("subject", ""))[:400],
        senders=_addresses([value for key, value in headers if key == "from"]),
        date=_date(first.get("date", "")),
        text=_text(message),
        headers=headers,
    )


def _plain(value: object) -> str:
    """A header's value as text: octets that are no ASCII come as surrogates, and leave as question marks."""
    return storable(str(value)[:MOST_VALUE])


def _decoded(value: str) -> str:
    try:
        parts = decode_header(value)
    except (ValueError, LookupError, email.errors.MessageError):
        return value
    return "".join(part if isinstance(part, str) else _characters(part, charset or "ascii") for part, charset in parts)


def _addresses(values: list[str]) -> tuple[str, ...]:
    try:
        found = getaddresses([value[:2000] for value in values[:5]])
    except (ValueError, IndexError, TypeError, AttributeError):
        return ()
    return tuple(dict.fromkeys(address.strip().lower() for _, address in found if "@" in address))


def _date(value: str) -> str:
    try:
        moment = parsedate_to_datetime(value)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""


def _text(message: Message) -> str:
    """The first plain text that is no attachment; where there is none or it is blank, the first HTML, as text."""
    text, html = "", ""
    for part in _parts(message):
        kind = part.get_content_type()
        if kind == "text/plain" and not text.strip():
            text = _lines(_body(part))
            if "flowed" in str(part.get("Content-Type", "")).lower():
                text = _unflowed(text)
        elif kind == "text/html" and not html:
            html = _body(part)
    return (text if text.strip() else plain(html[: MOST_TEXT * 2]))[:MOST_TEXT]


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _unflowed(text: str) -> str:
    """Lines that the mail program broke at a blank, in one again (RFC 3676); quoted lines stay, and so does the mark of a signature."""
    out: list[str] = []
    goes_on = False
    for line in text.split("\n"):
        if goes_on and line[:1] != ">":
            out[-1] += line.removeprefix(" ")
        else:
            out.append(line.removeprefix(" ") if line[:1] == " " else line)
        goes_on = line.endswith(" ") and line != "-- " and line[:1] != ">" and bool(line.strip())
    return "\n".join(out)


def _parts(message: Message) -> list[Message]:
    """The parts that may hold what the sender wrote: none that is attached, none of a letter within the letter."""
    found: list[Message] = []
    waiting = [message]
    while waiting and len(found) < MOST_PARTS:
        part = waiting.pop(0)
        if part.get_content_maintype() == "multipart" and part.is_multipart():
            waiting = ([p for p in part.get_payload() if isinstance(p, Message)] + waiting)[:MOST_PARTS]
        elif part.get_content_maintype() == "text" and "attachment" not in str(part.get("Content-Disposition", "")).lower():
            found.append(part)
    return found


def _body(part: Message) -> str:
    try:
        octets = part.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError, TypeError):
        octets = None
    if not isinstance(octets, bytes):
        return ""
    try:
        charset = str(part.get_content_charset() or "utf-8")
    except (ValueError, LookupError, TypeError, AttributeError):
        charset = "utf-8"
    return _characters(octets[: MOST_TEXT * 4], charset)


def _characters(octets: bytes, charset: str) -> str:
    """Octets as text in the charset that they claim, or, where that does not exist or does not fit, as near as can be."""
    for attempt in (charset, "utf-8", "cp1252"):
        try:
            if codecs.lookup(attempt).name not in _STRANGE:
                return storable(octets.decode(attempt))
        except (LookupError, ValueError):
            continue
    return storable(octets.decode("utf-8", "replace"))
