"""One `Received` line, read as mail servers write it: who took a letter when, and from whom, as far
as that server itself has verified it.

The word after `from` is what the sender calls itself (HELO), and may be anything, blanks and
brackets among it. What the server found out stands in brackets: the address, and before it the name
that the address has. A line that does not have exactly the shape of a known server tells nothing of
where the letter came from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from traders.domain.post.mail_hosts import address_of

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
"""What servers write of a letter that they took from their own machine, no network between."""
NOBODY = ("unknown", "")


@dataclass(frozen=True, slots=True)
class Hop:
    """A letter was handed over. Names are in lower case."""

    by: str
    """The server that took it."""
    at: datetime
    name: str = ""
    """The verified name of the sender; "" where there is none."""
    address: str = ""
    """The verified address of the sender; "" where there is none."""
    inside: bool = False
    """It came from the server's own machine, no network between."""
    by_name: str = ""
    by_address: str = ""
    """What the line says beside the server's name: how it is called elsewhere, its address."""
    filter: bool = False
    """Written by a content filter that hands back to the server that handed to it (amavis)."""


def read(line: str) -> Hop | None:
    """A line's hop; None where it cannot be told who took the letter, or when."""
    head, _, date = " ".join(line.split()).rpartition(";")
    at = _time(date)
    head = re.sub(r"<[^<>]*>", "<>", head)  # addresses are the sender's words
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
    """Verified name and address of who handed over, as far as the line has the shape of a server
    that verifies them.
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
    if not before and address_of(by):  # Gmail's inner hosts
        return True
    return not re.search(r"[\[(](?!from )", before) and bool(_INSIDE.search(after))


def _time(date: str) -> datetime | None:
    try:
        at = parsedate_to_datetime(date.strip())
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)


__all__ = ["Hop", "read"]
