"""A rendered letter made into the bytes that go over the wire: headers, text, HTML and the place of the picture. The same in, the same out."""

from __future__ import annotations

import hashlib
from base64 import encodebytes
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr

from django.conf import settings

from traders.domain.addresses import thread_id
from traders.domain.letters.reader import Reader
from traders.domain.letters.render import Rendered
from traders.models import Letter, LetterKind

_POLICY = SMTP.clone(max_line_length=200, refold_source="none", cte_type="7bit")
_HOLE = "picture-of-this-letter"
"""Stands where the picture's base64 goes: pictures are kept once, not in each letter."""


def cid_of(letter: Letter) -> str:
    """The picture's name within the letter."""
    return f"board.{hashlib.sha256(letter.message_id.encode()).hexdigest()[:16]}@{settings.POST_DOMAIN}"


def freeze(letter: Letter, rendered: Rendered, reader: Reader) -> bytes:
    """The letter's bytes, CRLF, with a hole for the picture where it shows one."""
    message = EmailMessage(policy=_POLICY)
    for name, value in _headers(letter, rendered, reader):
        message[name] = value
    message.set_content(rendered.text, charset="utf-8", cte="quoted-printable")
    message.add_alternative(rendered.html, subtype="html", charset="utf-8", cte="quoted-printable")
    name = hashlib.sha256(letter.message_id.encode()).hexdigest()[:24]
    if rendered.svg:
        html = list(message.iter_parts())[1]
        assert isinstance(html, EmailMessage)
        html.add_related(b"", "image", "png", cid=f"<{cid_of(letter)}>", disposition="inline", filename="board.png")
        list(html.iter_parts())[1].set_payload(_HOLE)
        html.set_boundary(f"=_board_{name}")
    message.set_boundary(f"=_letter_{name}")
    return message.as_bytes()


def filled(raw: bytes, png: bytes | None) -> bytes:
    """The frozen letter with its picture in place."""
    if png is None:
        return raw
    return raw.replace(_HOLE.encode("ascii"), encodebytes(png).rstrip(b"\n").replace(b"\n", b"\r\n"), 1)


def _headers(letter: Letter, rendered: Rendered, reader: Reader) -> list[tuple[str, str]]:
    """RFC 5322, 3834, 2919 and what mailbox providers ask of senders."""
    headers = [
        ("From", settings.DEFAULT_FROM_EMAIL),
        ("To", formataddr((reader.name, letter.recipient))),
        ("Subject", rendered.subject),
        ("Date", format_datetime(letter.written)),
        ("Message-ID", letter.message_id),
    ]
    if reader.answer_to:
        headers.append(("Reply-To", formataddr((f"Traders by Post: {reader.title}", reader.answer_to))))
    thread = thread_id(reader.slug, letter.seat) if letter.seat else ""
    if thread and (thread != letter.message_id or letter.in_reply_to):
        headers.append(("In-Reply-To", letter.in_reply_to or thread))
        headers.append(("References", " ".join(dict.fromkeys(filter(None, (thread, letter.in_reply_to))))))
    headers += [
        ("Auto-Submitted", "auto-replied" if letter.in_reply_to else "auto-generated"),
        ("X-Auto-Response-Suppress", "OOF, AutoReply"),
        ("Feedback-ID", f"{reader.slug or 'all'}:{letter.kind}:traders"),
    ]
    if reader.slug:
        headers.append(("List-Id", formataddr((reader.title, f"{reader.slug}.{settings.POST_DOMAIN}"))))
    if letter.kind in {LetterKind.HAPPENED, LetterKind.DIGEST}:  # the only ones that can be had less often
        headers.append(("List-Unsubscribe", f"<{reader.page('account')}>"))
    return headers
