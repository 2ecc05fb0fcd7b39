"""Parser for one `Received` line: the server that took a letter, when, and the sender as far as
that server verified it.

The word after `from` is the sender's own choice (HELO) and may contain anything, blanks and
brackets too. The server's own findings stand in brackets: the address, and before it the address's
name. A line in no known server's exact form says nothing about the sender.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from traders.domain.post.trusted_mail_hosts import address_of

_BRACKETED = r"\[((?:IPv6:)?[0-9A-Fa-f:.]+)\]"
_WORD = r"[^\s()\[\]]+"
_COMMENTS = r"(?: \((?:[^()\[\]]|\([^()\[\]]*\))*\))*"
_BY = re.compile(r"(?:^|\s)by\s+(?=\S)", re.IGNORECASE)
_HOST = re.compile(rf"\[?({_WORD})\]?")
_BESIDE = re.compile(rf"\S+ \((?:({_WORD}) )?\[?({_WORD})\]?\)")
_NAMED = re.compile(
    rf"from {_WORD} \(({_WORD}) {_BRACKETED}( \(may be forged\))?\){_COMMENTS}", re.IGNORECASE
)
"""`from HELO (name [address])`: Postfix, sendmail, Gmail, Postmark, SES, Mailgun."""
_EXIM = (
    re.compile(rf"from ({_WORD}) \({_BRACKETED}(?::\d+)?(?: [a-z]+={_WORD})*\)", re.IGNORECASE),
    re.compile(
        rf"from (){_BRACKETED}(?::\d+)?(?: \([a-z]+={_WORD}(?: [a-z]+={_WORD})*\))?", re.IGNORECASE
    ),
)
"""`from name ([address] helo=HELO)`, `from [address] (helo=HELO)`."""
_UNNAMED = re.compile(rf"from {_WORD} \({_BRACKETED}\){_COMMENTS}", re.IGNORECASE)
"""`from HELO ([address])`: amavis, Dovecot."""
_EXCHANGE = re.compile(rf"from {_WORD} \(([0-9A-Fa-f:.]+)\)", re.IGNORECASE)
_INSIDE = re.compile(
    r"\(Postfix, from userid \d+\)|\bwith local\b|/Submit\)|\bwith LMTP", re.IGNORECASE
)
"""Marks of a letter taken from the server's own machine, without a network."""
NOBODY = ("unknown", "")


@dataclass(frozen=True, slots=True)
class Hop:
    """One transfer of a letter between servers. Names are in lower case."""

    by: str
    """The server that took the letter."""
    at: datetime
    name: str = ""
    """The sender's verified name; "" if there is none."""
    address: str = ""
    """The sender's verified address; "" if there is none."""
    inside: bool = False
    """Whether it came from the server's own machine, without a network."""
    by_name: str = ""
    by_address: str = ""
    """The server's other name and its address, as the line states them."""
    filter: bool = False
    """Whether a content filter wrote it, which hands the letter back to the server it came from
    (amavis).
    """


def read(line: str) -> Hop | None:
    """Parse a line; None if it does not say who took the letter, or when."""
    head, _, date = " ".join(line.split()).rpartition(";")
    at = _time(date)
    head = re.sub(r"<[^<>]*>", "<>", head)  # addresses are written by the sender
    places = list(_BY.finditer(head))
    if at is None or len(places) != 1:
        return None
    before, after = head[: places[0].start()].strip(), head[places[0].end() :]
    host = _HOST.match(after)
    if host is None:
        return None
    by = host[1].lower().rstrip(".,")
    beside = _BESIDE.match(after)
    name, address = _sender(before, after)
    return Hop(
        by=by,
        at=at,
        name="" if name in NOBODY else name,
        address=address,
        inside=_is_inside(before, after, by),
        by_name=(beside[1] or "").lower() if beside else "",
        by_address=beside[2] if beside and address_of(beside[2]) else "",
        filter=by == "localhost" and "(amavis" in after,
    )


def _sender(before: str, after: str) -> tuple[str, str]:
    """The sender's verified name and address, if the line has the form of a server that verifies
    them.
    """
    if named := _NAMED.fullmatch(before):
        name = "" if named[3] else named[1].rpartition("@")[2].lower().rstrip(".")
        return name, named[2]
    for shape in _EXIM if "(Exim " in after else ():
        if exim := shape.fullmatch(before):
            return exim[1].lower().rstrip("."), exim[2]
    if unnamed := _UNNAMED.fullmatch(before):
        return "", unnamed[1]
    if "Microsoft SMTP Server" in after and (exchange := _EXCHANGE.fullmatch(before)):
        return "", exchange[1]
    return "", ""


def _is_inside(before: str, after: str, by: str) -> bool:
    if not before and address_of(by):  # hosts within Gmail
        return True
    return not re.search(r"[\[(](?!from )", before) and bool(_INSIDE.search(after))


def _time(date: str) -> datetime | None:
    try:
        at = parsedate_to_datetime(date.strip())
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)
