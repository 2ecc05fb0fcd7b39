"""What a letter holds beside the text that is read: attached letters and files, encrypted parts,
calendar entries. None of it is carried out; each can be named for what it is (PR-RECEIPT-06). Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from email.message import Message
from typing import NamedTuple

MOST_PARTS = 200
MOST_NAME = 60
"""Characters of a file's name that are told."""
_SIGNATURES = frozenset((
    "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature",
    "application/pgp-keys", "message/delivery-status", "message/disposition-notification",
    "text/rfc822-headers",
))  # fmt: skip
_SMIME = frozenset(("application/pkcs7-mime", "application/x-pkcs7-mime"))
_BY_KIND = {"image": "a picture", "audio": "a sound", "video": "a film", "text": "a second text"}


class Enclosed(NamedTuple):
    """A part that is not read as the sender's text."""

    what: str
    """What it is, for a sentence: `an attached letter`."""
    text: str = ""
    """Its text, as far as it can be read."""
    sealed: bool = False
    """Whether it may hold the sender's own text, which nobody can read here."""


def kinds_of(message: Message) -> tuple[str, ...]:
    """The types of all parts; a calendar's with its method: `text/calendar; method=reply`."""
    found = list[str]()
    for part in _walk(message):
        kind = part.get_content_type()
        if kind == "text/calendar":
            kind = f"{kind}; method={_parameter(part, 'method').lower()}"
        found.append(kind)
    return tuple(dict.fromkeys(found))


def enclosures(
    message: Message, taken: Collection[Message], text_of: Callable[[Message], str]
) -> tuple[Enclosed, ...]:
    """What lies in a letter beside the parts that were `taken` as its text."""
    found, waiting = list[Enclosed](), [(message, False)]
    known = {id(part) for part in taken}
    while waiting and len(found) < MOST_PARTS:
        part, chosen_among = waiting.pop(0)
        kind = part.get_content_type()
        if id(part) in known or kind in _SIGNATURES:
            continue
        if kind == "multipart/encrypted":
            found.append(Enclosed("an encrypted letter (PGP)", sealed=True))
        elif part.is_multipart() and part.get_content_maintype() == "multipart":
            inner = [one for one in part.get_payload() if isinstance(one, Message)]
            alternative = part.get_content_subtype() in ("alternative", "related")
            waiting = [(one, alternative) for one in inner[:MOST_PARTS]] + waiting
        elif one := _enclosed(part, text_of, chosen_among=chosen_among):
            found.append(one)
    return tuple(dict.fromkeys(found))


def _enclosed(
    part: Message, text_of: Callable[[Message], str], *, chosen_among: bool
) -> Enclosed | None:
    """One part. `chosen_among`: it stands for another one, or belongs to it."""
    kind, main, name = part.get_content_type(), part.get_content_maintype(), _name(part)
    if kind in _SMIME:
        if text_of(part).strip():
            return None  # signed alone, and read
        return Enclosed("an encrypted letter (S/MIME)", sealed=True)
    if kind in ("application/ms-tnef", "application/vnd.ms-tnef") or name == "winmail.dat":
        return Enclosed("a part in Outlook's own format (winmail.dat)", sealed=True)
    if main == "message":
        inner = part.get_payload()
        letters = [one for one in inner if isinstance(one, Message)] if part.is_multipart() else []
        return Enclosed("an attached letter", "\n".join(map(text_of, letters[:1])))
    if kind in ("text/calendar", "application/ics"):
        return Enclosed("a calendar entry")
    if chosen_among and not name:
        return None
    if main == "text":
        text = text_of(part)
        if not text.strip():
            return None
        return Enclosed(f"the text file {name}" if name else _BY_KIND["text"], text)
    return Enclosed(f"the file {name}" if name else _BY_KIND.get(main, "a file"))


def _walk(message: Message) -> list[Message]:
    found, waiting = list[Message](), [message]
    while waiting and len(found) < MOST_PARTS:
        part = waiting.pop(0)
        found.append(part)
        if part.is_multipart() and part.get_content_maintype() == "multipart":
            inner = [one for one in part.get_payload() if isinstance(one, Message)]
            waiting = (inner + waiting)[:MOST_PARTS]
    return found


def _name(part: Message) -> str:
    try:
        return " ".join(str(part.get_filename() or "").split())[:MOST_NAME]
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""


def _parameter(part: Message, name: str) -> str:
    try:
        return str(part.get_param(name) or "")
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""
