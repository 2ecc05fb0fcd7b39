"""The bytes of a rendered letter: headers, text, HTML and the place of the picture. The same input
gives the same bytes.
"""

from __future__ import annotations

import hashlib
import re
from binascii import b2a_qp
from email.header import Header
from email.utils import format_datetime, formataddr, parseaddr

from django.conf import settings

from traders.domain.letters import unsubscribing
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.plain_text_layout import stuffed
from traders.domain.letters.render import Rendered, shortened
from traders.models import Letter, LetterKind

_ID = re.compile(r"<[!-;=?-~]{1,250}>")
"""A Message-ID that may be repeated: a stranger's mail program may write anything."""
_ENCODED = "=?"
"""What an encoded word begins with."""
MOST_OCTETS = 200_000
"""Octets of a letter, without its picture: a longer one is shortened."""
HOLE = "picture-of-this-letter"
"""Placeholder of the picture's base64: pictures are stored once, not in each letter."""


def freeze(letter: Letter, rendered: Rendered, reader: Reader) -> bytes:
    """The letter's bytes, with CRLF and a placeholder for the picture, if it has one; of a letter
    beyond `MOST_OCTETS` its beginning, with a link to the rest.

    Written out here, not by the email package: its boundaries are random, and it takes longer than
    the mail server.
    """
    headers = "".join(_header(name, value) for name, value in _headers(letter, rendered, reader))
    body = _body(letter, rendered, reader)
    if len(headers) + len(body) + body.count("\n") > MOST_OCTETS:
        body = _body(letter, shortened(rendered, reader.page("game", reader.slug)), reader)
    return (headers + "MIME-Version: 1.0\n" + body).replace("\n", "\r\n").encode("ascii")


def _body(letter: Letter, rendered: Rendered, reader: Reader) -> str:
    name = hashlib.sha256(letter.message_id.encode()).hexdigest()[:24]
    html = _text_part("html", rendered.html)
    text = _text_part("plain", stuffed(rendered.text), "; format=flowed")
    if rendered.svg:
        html = _many(
            "related",
            f"=_board_{name}",
            [html, _picture_part(reader.cid)],
            'type="text/html"; ',
        )
    return _many("alternative", f"=_letter_{name}", [text, html])


def _many(kind: str, boundary: str, parts: list[str], more: str = "") -> str:
    """A multipart body of these parts."""
    inside = "".join(f"--{boundary}\n{part}\n" for part in parts)
    return (
        f"Content-Type: multipart/{kind}; {more}\n "
        f'boundary="{boundary}"\n\n{inside}--{boundary}--\n'.replace("; \n", ";\n")
    )


def _text_part(kind: str, text: str, more: str = "") -> str:
    """A text part, quoted-printable. `more`: further parameters of its type."""
    quoted = b2a_qp(text.encode("utf-8"), istext=True).decode("ascii")
    return (
        f"Content-Type: text/{kind}; charset=utf-8{more}\nContent-Transfer-Encoding: "
        f"quoted-printable\n\n{quoted}"
    )


def _picture_part(cid: str) -> str:
    """The picture's part, with a placeholder for its base64."""
    kind = "Content-Type: image/png\nContent-Transfer-Encoding: base64\n"
    return f"{kind}Content-ID: <{cid}>\nContent-Disposition: inline; filename=board.png\n\n{HOLE}\n"


def _header(name: str, value: str) -> str:
    """One header line; text outside ASCII, and a subject that would be read as encoded, is encoded
    (RFC 2047). Line breaks raise `ValueError`.
    """
    if "\n" in value or "\r" in value:
        raise ValueError(f"a line break in {name}")
    if not value.isascii() or (name == "Subject" and _ENCODED in value):
        value = Header(value, "utf-8", header_name=name, maxlinelen=76).encode(linesep="\n")
    return f"{name}: {value}\n"


def _mailbox(name: str, address: str) -> str:
    """A mailbox with its name, which a mail program shows as it is written here."""
    if _ENCODED in name:
        name = Header(name, "utf-8", maxlinelen=10_000).encode()
        return f"{name} <{address}>"
    return formataddr((name, address))


def _headers(letter: Letter, rendered: Rendered, reader: Reader) -> list[tuple[str, str]]:
    """The headers of RFC 5322, 3834 and 2919, and those that mailbox providers ask of senders."""
    headers = [
        ("From", formataddr(parseaddr(settings.DEFAULT_FROM_EMAIL))),
        ("To", _mailbox(reader.name, letter.recipient)),
        ("Subject", rendered.subject),
        ("Date", format_datetime(letter.written)),
        ("Message-ID", letter.message_id),
    ]
    if reader.answer_to:
        name = ": ".join(filter(None, ("Traders by Post", reader.title)))
        headers.append(("Reply-To", _mailbox(name, reader.answer_to)))
    thread = reader.thread
    answered = letter.in_reply_to if _ID.fullmatch(letter.in_reply_to) else ""
    if answered or (thread and thread != letter.message_id):
        headers.append(("In-Reply-To", answered or thread))
        headers.append(("References", " ".join(dict.fromkeys(filter(None, (thread, answered))))))
    headers += [
        ("Auto-Submitted", "auto-replied" if letter.in_reply_to else "auto-generated"),
        ("X-Auto-Response-Suppress", "OOF, AutoReply"),
        ("X-MS-Reactions", "disallow"),
        ("Feedback-ID", f"{reader.slug or 'all'}:{letter.kind}:traders"),
    ]
    if reader.slug:
        headers.append(("List-Id", _mailbox(reader.title, f"{reader.slug}.{settings.POST_DOMAIN}")))
    # the only kinds that can be unsubscribed
    if letter.kind in {LetterKind.HAPPENED, LetterKind.DIGEST}:
        headers += unsubscribing.headers(letter.message_id)
    return headers
