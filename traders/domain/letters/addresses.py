"""Mail addresses of the server: reply addresses of seats and of single letters, and letters'
Message-IDs.

A reply address names a seat and the moment that the letter asked about, and carries a keyed tag
over both: somebody who knows it can answer for that seat in that moment and no other (and the
reader checks the sender too, PR-RECEIPT-03). Lower case, at most 64 octets before the `@`, letters,
digits and dots only: mail systems fold case, cut long names and stumble over anything rarer.

    play.<seat, enciphered, base 36>.<moment's label>.<tag of 100 bits, base 32>@<POST_DOMAIN>

Who has no seat, a substitute or an organizer, answers to an address of the letter's own. It names
the letter, and so its reader, as the Message-ID does:

    answer.<the Message-ID's part before the @>.<tag of 100 bits, base 32>@<POST_DOMAIN>

Rows are numbered across all games, so no row's number stands in clear in an address or a
Message-ID: two of them would reveal how much happened between (PR-INTERVAL-05).
"""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import b32encode
from collections.abc import Callable
from email.utils import make_msgid, parseaddr
from functools import lru_cache

from django.conf import settings

from traders.domain.people.mailbox_identity import ascii_domain
from traders.models.players import is_bots

TAG_LENGTH = 20
TAG_BYTES = 15
"""Bytes that make whole groups of letters, at least as many as a tag has."""
HALF = 32
"""Bits of half a seat's number in an address."""
NO_MOMENT = "x"
"""Stands for no moment in an address: the game is over, or nothing was asked."""
LOCAL_LENGTH = 64
"""Octets that the part of an address before the `@` may have."""
_ADDRESS = re.compile(r"play\.([0-9a-z]{1,13})\.([a-z][0-9]{0,12}(?:b[0-9]{1,6})?)\.([a-z2-7]{20})")
_ANSWER = re.compile(r"answer\.([a-z2-7]{20})\.([a-z2-7]{20})")
_CALENDAR = re.compile(r"([0-9a-z]{1,13})\.([a-z2-7]{20})")
_OWN_NETWORK = ("localhost", "localdomain", "local", "internal")
"""What such domains end with (RFC 6761, RFC 6762)."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def reply_address(seat: int, moment: str) -> str:
    """The full address to which the seat with that id answers a letter about `moment`, a label
    (`moment_labels`). Raises `ValueError` if no address can hold it.
    """
    moment = moment or NO_MOMENT
    number = base36(_enciphered(seat, settings.SECRET_KEY))
    local = f"play.{number}.{moment}.{_tag('reply', f'{seat}.{moment}')}"
    if not _ADDRESS.fullmatch(local) or len(local) > LOCAL_LENGTH:
        raise ValueError(f"no address can name moment {moment!r}")
    return f"{local}@{settings.POST_DOMAIN}"


def read_address(local: str) -> tuple[int, str] | None:
    """Seat id and moment in the local part of an address, in any case; None if this server did not
    write it.
    """
    match = _ADDRESS.fullmatch(local.strip().lower()) if len(local) <= 320 else None
    if not match:
        return None
    number, moment, tag = int(match[1], 36), match[2], match[3]
    if number >= 1 << 2 * HALF:
        return None
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    seats = [(_deciphered(number, str(key)), str(key)) for key in keys]
    fits = [
        seat
        for seat, key in seats
        if hmac.compare_digest(_tag("reply", f"{seat}.{moment}", key), tag)
    ]  # every key is tried, so that the time reveals nothing
    return (fits[0], "" if moment == NO_MOMENT else moment) if fits else None


def answer_address(tag: str) -> str:
    """The full address to which its reader answers the letter with that tag (`Letter.tag`)."""
    return f"answer.{tag}.{_tag('answer', tag)}@{settings.POST_DOMAIN}"


def read_answer_address(local: str) -> str | None:
    """The tag of the letter that the local part of an address names, in any case; None if this
    server did not write it.
    """
    match = _ANSWER.fullmatch(local.strip().lower()) if len(local) <= 320 else None
    if not match:
        return None
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    fits = [hmac.compare_digest(_tag("answer", match[1], str(key)), match[2]) for key in keys]
    return match[1] if any(fits) else None


def calendar_name(player: int, drawn: str) -> str:
    """The secret name of a player's calendar: the account, enciphered, and a keyed tag over it and
    what was `drawn` for it, as in a reply address. Nothing in the database tells it.
    """
    number = base36(_enciphered(player, settings.SECRET_KEY, "calendar"))
    return f"{number}.{_tag('calendar', f'{player}.{drawn}')}"


def calendar_of(name: str, drawn_of: Callable[[int], str]) -> int | None:
    """The id of the player whose calendar has that name, None if nobody's has; `drawn_of` says what
    was drawn for a player. Names are compared in constant time.
    """
    match = _CALENDAR.fullmatch(name)
    if match is None or int(match[1], 36) >= 1 << 2 * HALF:
        return None
    found = None
    for key in map(str, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)):
        player = _deciphered(int(match[1], 36), key, "calendar")
        right = _tag("calendar", f"{player}.{drawn_of(player)}", key)
        if hmac.compare_digest(right, match[2]):
            found = player
    return found


OFFICE = "post"
"""The server's own mailbox, which gets delivery reports."""


def is_ours(address: str) -> bool:
    """Whether mail to that address comes to this server."""
    return address.rpartition("@")[2].strip().lower() == settings.POST_DOMAIN


def unreachable(address: str) -> str:
    """Why nobody gets letters at an address that a person typed; "" where somebody may.

    A machine's number is no domain. `localhost` is the machine that sends the letter, and a domain
    without a dot one beside it: their mailboxes, as `postmaster`, are players' only where the
    server itself is embedded, on trial, or reached by such a name.
    """
    domain = ascii_domain(address.rpartition("@")[2])
    at_home = settings.EMBEDDED or settings.DEBUG or _is_local(settings.POST_DOMAIN)
    nowhere = domain.startswith("[") or (_is_local(domain) and not at_home)
    if is_bots(address) or is_ours(address) or nowhere:
        return "Nobody reads mail at that address."
    return ""


def _is_local(domain: str) -> bool:
    """Whether the domain is of this machine or of its own network."""
    return "." not in domain or domain.rpartition(".")[2] in _OWN_NETWORK


def offices() -> list[str]:
    """The local parts of the server's own mailboxes: `post`, and those of the senders in the
    settings that are of POST_DOMAIN. Reports come back to the sender.
    """
    senders = [parseaddr(one)[1] for one in (settings.DEFAULT_FROM_EMAIL, settings.SERVER_EMAIL)]
    own = [one.rpartition("@")[0].lower() for one in senders if is_ours(one)]
    return list(dict.fromkeys([OFFICE, *own]))


def is_mailbox(address: str) -> bool:
    """Whether the server has that mailbox: a seat's or a letter's, with a valid tag, or its own."""
    local = address.rpartition("@")[0].strip().lower()
    return is_ours(address) and (
        local in offices()
        or read_address(local) is not None
        or read_answer_address(local) is not None
    )


def mailbox_patterns() -> list[str]:
    """A regular expression for each form of address that letters come to, whole addresses in any
    case: a mail server's map of mailboxes. Tags are not checked by it.
    """
    forms = [_ADDRESS.pattern, _ANSWER.pattern, *map(re.escape, offices())]
    domain = re.escape(settings.POST_DOMAIN)
    return [f"^{re.sub(r'[(](?![?])', '(?:', form)}@{domain}$" for form in forms]


def message_id(*names: str) -> str:
    """The Message-ID made of these names, with angle brackets: the same for the same names; nobody
    else can guess it or read a name out of it.
    """
    return f"<{_tag('message-id', '/'.join(names))}@{settings.POST_DOMAIN}>"


def machine_headers() -> dict[str, str]:
    """Headers of a letter outside games, such as a sign-in code: a Message-ID of the mail domain,
    not of this machine, and a request not to answer automatically.
    """
    return {
        "Message-ID": make_msgid(domain=settings.POST_DOMAIN),
        "Auto-Submitted": "auto-generated",
    }


def thread_id(game: str, seat: str) -> str:
    """The Message-ID of the seat's first letter in a game; all later ones refer to it."""
    return message_id(game, seat, "thread")


def picture_name(letter: str) -> str:
    """The Content-ID of the picture in the letter with that Message-ID."""
    return f"board.{hashlib.sha256(letter.encode()).hexdigest()[:16]}@{settings.POST_DOMAIN}"


def base36(number: int) -> str:
    """A number from 0 in digits and small letters."""
    text = ""
    while True:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
        if not number:
            return text


def _enciphered(number: int, key: str, purpose: str = "seat") -> int:
    """A number of at most 64 bits, enciphered so that nobody without the key can order or decipher
    it: a Feistel network of four rounds.
    """
    left, right = number >> HALF, number & (1 << HALF) - 1
    for step in range(4):
        left, right = right, left ^ _mixed(step, right, key, purpose)
    return left << HALF | right


def _deciphered(number: int, key: str, purpose: str = "seat") -> int:
    left, right = number >> HALF, number & (1 << HALF) - 1
    for step in reversed(range(4)):
        left, right = right ^ _mixed(step, left, key, purpose), left
    return left << HALF | right


def _mixed(step: int, half: int, key: str, purpose: str) -> int:
    digest = hmac.digest(_key(purpose, str(key)), f"{step}.{half}".encode(), "sha256")
    return int.from_bytes(digest[: HALF // 8])


def _tag(purpose: str, value: str, key: str | None = None) -> str:
    digest = hmac.digest(_key(purpose, str(key or settings.SECRET_KEY)), value.encode(), "sha256")
    return b32encode(digest[:TAG_BYTES]).decode("ascii").lower()[:TAG_LENGTH]


@lru_cache(maxsize=32)
def _key(purpose: str, secret: str) -> bytes:
    """The key for one purpose: a tag made with it reveals nothing about another's."""
    return hashlib.sha256(f"traders.domain.addresses.{purpose}{secret}".encode()).digest()
