"""A letter opened: headers and the text its sender wrote in it, from any bytes whatever. Pure; never raises on a letter's content.

The standard library's compat32 parser reads the bytes: it came through every real and broken letter tried, where richer readers raised.
"""

from __future__ import annotations

import email
import email.policy
import re
from dataclasses import dataclass, field
from datetime import UTC
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime

import html2text

MOST_TEXT = 64_000
"""Characters of a letter's text that are looked at; orders stand at its head."""
MOST_PARTS = 200
"""MIME parts that are looked at: a letter nested deeper is no letter of orders."""


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


def open_letter(raw: bytes) -> Opened:
    """Open a letter. What cannot be read is left empty."""
    message = email.message_from_bytes(raw, policy=email.policy.compat32)
    headers = tuple((str(key).lower(), _plain(value)) for key, value in message.items())
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
    return str(value).encode("utf-8", "replace").decode("utf-8", "replace").replace("\x00", "")


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
    plain, html = "", ""
    for part in _parts(message):
        kind = part.get_content_type()
        if kind == "text/plain" and not plain.strip():
            plain = _body(part)
        elif kind == "text/html" and not html:
            html = _body(part)
    return (plain if plain.strip() else _without_tags(html)).replace("\r\n", "\n").replace("\r", "\n")[:MOST_TEXT]


def _parts(message: Message) -> list[Message]:
    """The parts that may hold what the sender wrote: none that is attached, none of a letter within the letter."""
    found: list[Message] = []
    waiting = [message]
    while waiting and len(found) < MOST_PARTS:
        part = waiting.pop(0)
        inner = part.get_payload()
        if part.get_content_maintype() == "multipart" and isinstance(inner, list):
            waiting = [p for p in inner[:MOST_PARTS] if isinstance(p, Message)] + waiting
        elif part.get_content_maintype() == "text" and "attachment" not in str(part.get("Content-Disposition", "")).lower():
            found.append(part)
    return found


def _body(part: Message) -> str:
    try:
        octets = part.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError):
        octets = None
    if not isinstance(octets, bytes):
        return ""
    try:
        charset = part.get_content_charset() or "utf-8"
    except (ValueError, LookupError, UnicodeError):
        charset = "utf-8"
    return _characters(octets[: MOST_TEXT * 4], charset)


def _characters(octets: bytes, charset: str) -> str:
    """Octets as text in the charset that they claim, or, where that does not exist or does not fit, as near as can be."""
    for attempt in (charset, "utf-8", "cp1252"):
        try:
            return octets.decode(attempt).replace("\x00", "")
        except (LookupError, UnicodeError, ValueError):
            continue
    return octets.decode("utf-8", "replace").replace("\x00", "")


_UNSEEN = re.compile(r"<(style|script|head|title)\b.*?</\1\s*>", re.IGNORECASE | re.DOTALL)


def _without_tags(html: str) -> str:
    if not html.strip():
        return ""
    reader = html2text.HTML2Text(bodywidth=0)
    reader.ignore_links = reader.ignore_images = reader.ignore_emphasis = reader.ignore_tables = True
    reader.unicode_snob = True
    try:
        text = reader.handle(_UNSEEN.sub("", html[:MOST_TEXT]))
    except Exception:  # noqa: BLE001 - whatever a hostile page does to the reader, its letter is answered
        text = re.sub(r"<[^>]*>", " ", html)
    return re.sub(r"\\([-+.#*_>])", r"\1", text)
