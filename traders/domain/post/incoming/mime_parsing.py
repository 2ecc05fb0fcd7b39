"""Parsing a letter: its headers and the sender's text, from any bytes. Pure; never raises on a
letter's content.

The standard library's compat32 parser reads the bytes: it survived every real and broken letter
tried, where richer parsers raised.
"""

from __future__ import annotations

import codecs
import email
import email.policy
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime
from functools import lru_cache

from traders.domain.post.incoming.attachments import Enclosed, enclosures, kinds_of
from traders.domain.post.incoming.html_to_text import Shown, shown, unstyled
from traders.domain.post.incoming.smime_signed_content import content
from traders.domain.post.storable_text import storable

MOST_TEXT = 64_000
"""Characters of a letter's text that are read; orders stand at its head."""
MOST_PARTS = 200
"""MIME parts that are read."""
MOST_DEPTH = 50
"""Levels of parts within parts; deeper ones exhaust the parser's stack, and no mail program writes
them.
"""
MOST_COMPARED = 2_000_000
"""Comparisons of a line with the end of a part that is open."""
MOST_SENDERS = 20
MOST_VALUE = 2_000
"""Characters of a header's value that are read."""
MOST_HEAD = 128 * 1024
"""Octets that are read of a letter's headers, and of each stretch between two lines that begin with
`--`.
"""
MOST_OPENED = 1024 * 1024
"""Octets of a letter that are parsed: text, and the beginnings of attachments."""
NARROWEST = 40
"""Columns at which a mail program breaks a line at the earliest. A shorter line that ends in a
blank was ended by its writer.
"""
_STRANGE = frozenset(
    (
        "idna",
        "punycode",
        "raw-unicode-escape",
        "raw_unicode_escape",
        "undefined",
        "unicode-escape",
        "unicode_escape",
    )
)
"""Codecs that are no charsets: some take minutes over a letter."""
_WITH_PARAMETERS = frozenset(("content-type", "content-disposition", "content-transfer-encoding"))
_NO_TEXT = frozenset((
    "calendar", "css", "csv", "directory", "javascript", "rfc822-headers", "rtf", "vcard",
    "x-vcard", "xml",
))  # fmt: skip
"""Subtypes of `text/` that nobody writes orders in."""
_SIGNED = re.compile(
    r"^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\n(?:[A-Za-z-]{1,30}: [^\n]*\n)*\n?", re.MULTILINE
)
_SEALED = re.compile(r"^-----BEGIN PGP MESSAGE-----", re.MULTILINE)
_KNOWN = ("plain", "html", "enriched", "richtext", "markdown", "x-markdown")
"""Subtypes of `text/` in which people write."""
_PICTURE = re.compile(r"\[(?:cid:|image|inline)[^\]\n]{0,200}\]", re.IGNORECASE)
_STUB = re.compile(
    r"\bhtml\b.{0,80}(?:viewer|client|program|reader|mail|support|view)|"
    r"(?:viewer|view|support).{0,80}\bhtml\b",
    re.IGNORECASE,
)


class Bounded(email.policy.Compat32):
    """Parsing policy that cuts headers with parameters first: the standard library takes quadratic
    time over them.
    """

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:MOST_VALUE] if name.strip().lower() in _WITH_PARAMETERS else value

    def header_fetch_parse(self, name: str, value: str) -> str:
        """A header's value; octets beyond ASCII are read as UTF-8, else as Windows-1252."""
        return (
            _characters(str(value).encode("ascii", "surrogateescape"), "utf-8")
            if not str(value).isascii()
            else str(value)
        )


BOUNDED = Bounded()


@dataclass(frozen=True, slots=True)
class OpenedLetter:
    """A parsed letter. Nothing in it is proof of anything (PR-RECEIPT-01)."""

    message_id: str = ""
    subject: str = ""
    senders: tuple[str, ...] = ()
    """Addresses in From, lower case."""
    date: str = ""
    """Its own date, UTC, in ISO form; empty if none can be read."""
    text: str = ""
    """The text as it came, quotes included."""
    unseen: tuple[str, ...] = ()
    """Lines that were left out, since no mail program shows them."""
    enclosed: tuple[Enclosed, ...] = ()
    """What else lies in it, and is not read."""
    kinds: tuple[str, ...] = ()
    """The types of its parts."""
    headers: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    """All values of each header, top to bottom, by its name in lower case."""


class Unreadable(Exception):
    """No parser can read the bytes."""


def open_letter(raw: bytes) -> OpenedLetter:
    """Parse a letter. Fields that cannot be read are empty; raises `Unreadable` for bytes that no
    mail program writes.
    """
    raw = _without_bulk(raw)
    message = parsed(raw)
    fields, parts = message.items(), _parts(message)
    text, unseen = _text(parts)
    enclosed, kinds = _beside(message, parts, text)
    all_read = len(raw) < MOST_HEAD or any(gap in raw[:MOST_HEAD] for gap in (b"\n\n", b"\r\n\r\n"))
    values: dict[str, list[str]] = {}
    for key, value in fields:
        values.setdefault(str(key).lower(), []).append(storable(str(value)))
    first = {key: found[0][:MOST_VALUE] for key, found in values.items()}
    return OpenedLetter(
        message_id=first.get("message-id", "").strip()[:998],
        subject=_decoded(first.get("subject", ""))[:400],
        senders=addresses_in(values.get("from", [])) if all_read else (),
        date=_date(first.get("date", "")),
        text=text,
        unseen=unseen,
        enclosed=enclosed,
        kinds=kinds,
        headers={
            key: tuple(found)
            if key == "authentication-results"
            else tuple(value[:MOST_VALUE] for value in found)
            for key, found in values.items()
        },
    )


def parsed(raw: bytes) -> Message:
    """The letter's headers and parts. The parser holds each line against the ends of all the parts
    that are open: `Unreadable` where that would take long.
    """
    raw = _without_bulk(raw)
    parts = raw.lower().count(b"boundary")
    if parts > MOST_DEPTH * 4 or parts * (raw.count(b"\n") + raw.count(b"\r")) > MOST_COMPARED:
        raise Unreadable("parts within parts without an end")
    try:
        return email.message_from_bytes(raw, policy=BOUNDED)
    except RecursionError:
        raise Unreadable("parts within parts without an end") from None


def open_head(raw: bytes) -> OpenedLetter:
    """Parse the headers alone: enough for a letter that names no seat."""
    head = raw[:MOST_HEAD]
    ends = [at for gap in (b"\n\n", b"\r\n\r\n") if (at := head.find(gap)) >= 0]
    return open_letter(head[: min(ends)] + b"\n\n" if ends else head)


def _without_bulk(raw: bytes) -> bytes:
    """The letter with only the beginning of each part: the text stands before attachments, or after
    the beginning of one.
    """
    kept, octets = [], 0
    for piece in raw.lstrip(b"\xef\xbb\xbf\r\n").split(b"\n--", MOST_PARTS * 10):
        kept.append(piece[: min(MOST_HEAD, MOST_OPENED - octets)])
        octets += len(kept[-1])
        if octets >= MOST_OPENED:
            break
    return b"\n--".join(kept)


def _decoded(value: str) -> str:
    """A header's value with encoded words decoded (RFC 2047)."""
    try:
        parts = decode_header(value)
    except (ValueError, LookupError, email.errors.MessageError):
        return value
    return "".join(
        part if isinstance(part, str) else _characters(part, charset or "ascii")
        for part, charset in parts
    )


def addresses_in(values: Sequence[str]) -> tuple[str, ...]:
    """The addresses in a header's values, in lower case, repeated ones too; none if they are too
    long to be read whole.
    """
    if any(len(value) > MOST_VALUE for value in values) or len(values) > MOST_SENDERS:
        return ()
    try:
        found = getaddresses(list(values))
    except (ValueError, IndexError, TypeError, AttributeError, RecursionError):
        return ()
    return tuple(address.strip().lower() for _, address in found if "@" in address)


def _date(value: str) -> str:
    """A Date header in UTC and ISO form; "" if it cannot be parsed."""
    try:
        moment = parsedate_to_datetime(value)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""


def _beside(
    message: Message, parts: list[Message], text: str
) -> tuple[tuple[Enclosed, ...], tuple[str, ...]]:
    """What is not read, beside the text and encrypted in it; and the types of all parts."""
    if parts == [message]:
        kinds: tuple[str, ...] = (message.get_content_type(),)
        found: tuple[Enclosed, ...] = ()
    else:
        taken = {part.get_content_type(): part for part in reversed(parts)}.values()
        found = enclosures(message, taken, lambda part: _text(_parts(part, inner=True))[0])
        kinds = kinds_of(message)
    if _SEALED.search(text):
        found = (Enclosed("an encrypted text (PGP)", sealed=True), *found)
    return found, kinds


def _text(parts: list[Message]) -> tuple[str, tuple[str, ...]]:
    """The first plain text that is no attachment; if it is missing, blank or a stand-in, the HTML
    as text. With it the lines that the HTML does not show, and that are left out of either.
    """
    text, html = "", ""
    for part in parts:
        kind = part.get_content_type()
        if kind == "text/html":
            html = html or _body(part)
        elif not text.strip():
            text = _plain_text(part)
    stands_in = bool(html) and not _PICTURE.sub("", text).strip()
    stands_in = stands_in or (bool(html) and len(text) < 300 and bool(_STUB.search(text)))
    page = shown(html[: MOST_TEXT * 2]) if html else Shown("")
    if not text.strip() or stands_in:
        return page.text[:MOST_TEXT], page.unseen
    return _without(text, page), page.unseen


def _without(text: str, page: Shown) -> str:
    """The plain text without lines that its HTML twin holds and does not show."""
    if not page.unseen:
        return text[:MOST_TEXT]
    in_sight = {" ".join(line.split()) for line in page.text.split("\n")}
    unseen = set(page.unseen) - in_sight
    lines = text[:MOST_TEXT].split("\n")
    return "\n".join(line for line in lines if " ".join(line.split()) not in unseen)


def _plain_text(part: Message) -> str:
    """A text part without line wrapping, markup and signatures of its format."""
    text = _body(part).replace("\r\n", "\n").replace("\r", "\n")
    kind = str(part.get("Content-Type", "")).lower()
    if "flowed" in kind:
        text = _unflowed(text, delsp=bool(re.search(r"delsp\s{0,5}=\s{0,5}\"?yes", kind)))
    if part.get_content_subtype() in ("enriched", "richtext"):
        text = re.sub(r"<(?!<)[^<>\n]{0,60}>", "", text).replace("<<", "<")
    if _SIGNED.search(text):
        text = _SIGNED.sub("", text).partition("-----BEGIN PGP SIGNATURE-----")[0]
    return text


def _unflowed(text: str, *, delsp: bool) -> str:
    """Join lines that the mail program broke at a blank (RFC 3676). Quoted lines and a signature's
    mark stay.
    """
    out: list[str] = []
    width, goes_on = 0, False
    for line in text.split("\n"):
        if goes_on and line[:1] != ">" and width + len(line.strip().partition(" ")[0]) >= NARROWEST:
            out[-1] = (out[-1][:-1] if delsp else out[-1]) + line.removeprefix(" ")
        else:
            out.append(line.removeprefix(" "))
        width = len(line)
        goes_on = line.endswith(" ") and line != "-- " and line[:1] != ">" and bool(line.strip())
    return "\n".join(out)


def _parts(message: Message, *, inner: bool = False) -> list[Message]:
    """The parts that may hold the sender's text: no attachment, no named file, nothing of a letter
    within the letter. `inner`: the message is itself such a part, and is read whatever its name.
    """
    found: list[Message] = []
    waiting = [message]
    while waiting and len(found) < MOST_PARTS:
        part = waiting.pop(0)
        kind = part.get_content_maintype()
        if part.is_multipart():
            waiting = ((_held(part) if kind == "multipart" else []) + waiting)[:MOST_PARTS]
            continue
        if signed := _signed(part):
            waiting.insert(0, signed)
            continue
        text = (
            kind == "text"
            and part.get_content_subtype() not in _NO_TEXT
            and (not _is_file(part, bool(found)) or (inner and part is message))
        )
        if text or kind == "multipart":  # a multipart without a boundary is its own text
            found.append(part)
    return found


def _held(part: Message) -> list[Message]:
    """The parts of a multipart; of alternatives those of a kind in which people write, if any."""
    held = [one for one in part.get_payload() if isinstance(one, Message)]
    if part.get_content_subtype() == "encrypted":
        return []
    if part.get_content_subtype() != "alternative":
        return held
    known = [
        one
        for one in held
        if one.get_content_maintype() == "multipart" or one.get_content_subtype() in _KNOWN
    ]
    return known or held


def _signed(part: Message) -> Message | None:
    """The letter that a part with an S/MIME signature holds."""
    if part.get_content_subtype() not in ("pkcs7-mime", "x-pkcs7-mime"):
        return None
    try:
        raw = part.get_payload(decode=True)
        held = content(raw) if isinstance(raw, bytes) else None
        return parsed(held) if held else None
    except (Unreadable, ValueError, LookupError, AssertionError, TypeError):
        return None


def _is_file(part: Message, behind_another: bool) -> bool:
    """Whether the part is an attachment."""
    disposition = str(part.get("Content-Disposition", "")).strip().lower()
    try:
        named = bool(part.get_filename())
    except (ValueError, LookupError, TypeError, AttributeError):
        named = True
    shown_below = behind_another and disposition.startswith("inline")
    return named or shown_below or disposition.startswith("attachment")


def _body(part: Message) -> str:
    """A part's text; "" if it cannot be decoded."""
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
    """Octets as text in the charset that they claim; if that is unknown or does not fit, as near as
    possible.
    """
    for attempt in (charset, "utf-8", "cp1252"):
        try:
            if codecs.lookup(attempt).name not in _STRANGE:
                return storable(octets.decode(attempt))
        except (LookupError, ValueError):
            continue
    return storable(octets.decode("utf-8", "replace"))


@lru_cache(maxsize=64)
def bodies(raw: bytes) -> tuple[str, ...]:
    """Every text and every HTML part of a letter of ours, as text."""
    return tuple(
        unstyled(_body(part)) if part.get_content_subtype() == "html" else _plain_text(part)
        for part in _parts(parsed(raw))
    )
