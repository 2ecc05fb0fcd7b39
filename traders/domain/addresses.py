"""Addresses of the post: what a seat answers to, and the names of letters.

A reply address names a seat and the moment that the letter asked about, and carries a keyed tag over both: one who knows an address can
answer for that seat in that moment and no other (and the inbox looks at the sender too, PR-RECEIPT-03). Lower case, at most 64 octets
before the `@`, letters, digits and dots only: mail systems fold case, cut long names and stumble over anything rarer.

    play.<seat, base 36>.<moment's label>.<tag, 20 letters and digits: 100 bits>@<POST_DOMAIN>
"""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import b32encode
from functools import lru_cache

from django.conf import settings

TAG_LENGTH = 20
TAG_BYTES = 15
"""Bytes that make whole groups of letters, no fewer than a tag has."""
NO_MOMENT = "x"
"""Stands in an address for the empty moment: the game is over, or nothing was asked."""
_ADDRESS = re.compile(r"play\.([0-9a-z]{1,13})\.([a-z][0-9]{0,12}(?:b[0-9]{1,6})?)\.([a-z2-7]{20})")
_STRANGE = re.compile(r"[^a-z0-9.-]+")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def reply_address(seat: int, moment: str) -> str:
    """The address, domain and all, to which the seat with that id answers a letter about `moment`, a label (`labels`)."""
    moment = moment or NO_MOMENT
    local = f"play.{base36(seat)}.{moment}.{_tag('reply', f'{seat}.{moment}')}"
    if not _ADDRESS.fullmatch(local) or len(local) > 64:
        raise ValueError(f"no address can name moment {moment!r}")
    return f"{local}@{settings.POST_DOMAIN}"


def read_address(local: str) -> tuple[int, str] | None:
    """Seat id and moment out of what stands before the `@`, in any case; None for what this house never wrote."""
    match = _ADDRESS.fullmatch(local.strip().lower()) if len(local) <= 320 else None
    if not match:
        return None
    seat, moment, tag = int(match[1], 36), match[2], match[3]
    value = f"{seat}.{moment}"
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    fits = [hmac.compare_digest(_tag("reply", value, str(key)), tag) for key in keys]  # all of them: no answer comes earlier than another
    if not any(fits):
        return None
    return seat, "" if moment == NO_MOMENT else moment


def is_ours(address: str) -> bool:
    """Whether mail to that address comes to this house."""
    return address.rpartition("@")[2].strip().lower() == settings.POST_DOMAIN


def message_id(*names: str) -> str:
    """The Message-ID made of these names, angle brackets included: the same names give the same id, and nobody else can guess it."""
    place = _STRANGE.sub("-", ".".join(name.replace(".", "-") for name in names if name).lower())[:80]
    return f"<{place}.{_tag('message-id', '/'.join(names))}@{settings.POST_DOMAIN}>"


def thread_id(game: str, seat: str) -> str:
    """The Message-ID of the seat's first letter in a game; all later ones refer to it."""
    return message_id(game, seat, "thread")


def base36(number: int) -> str:
    """A number from 0 in digits and small letters."""
    text = ""
    while True:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
        if not number:
            return text


def _tag(purpose: str, value: str, key: str | None = None) -> str:
    digest = hmac.digest(_key(purpose, str(key or settings.SECRET_KEY)), value.encode(), "sha256")
    return b32encode(digest[:TAG_BYTES]).decode("ascii").lower()[:TAG_LENGTH]


@lru_cache(maxsize=32)
def _key(purpose: str, secret: str) -> bytes:
    """The key of one purpose: a tag of one says nothing of another's."""
    return hashlib.sha256(f"traders.domain.addresses.{purpose}{secret}".encode()).digest()
