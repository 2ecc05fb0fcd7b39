"""Checking whether a letter to a seat's address came from its player (PR-RECEIPT-03)."""

from __future__ import annotations

import re

from traders.domain.people import mailbox_identity
from traders.domain.post import trusted_mail_hosts
from traders.domain.post.incoming.mime_parsing import MOST_VALUE, OpenedLetter
from traders.models import Player

_QUOTED = re.compile(r'"(?:[^"\\]++|\\.?)*+"?', re.DOTALL)
"""What stands in quotation marks; without a second one, all that follows."""
_RESULT = re.compile(r"^\s*([a-z0-9-]+)(?:/\d+)?\s*=\s*([a-z]+)", re.IGNORECASE)
_PROPERTY = re.compile(
    r"\b(header\.(?:d|i|from)|smtp\.(?:mailfrom|mail|helo))\s*=\s*(\S+)", re.IGNORECASE
)
_NAMES_DOMAIN = {
    "dmarc": (("header.from",),),
    "spf": (("smtp.mailfrom", "smtp.mail"),),
    "dkim": (("header.d",), ("header.i",)),
}
"""Properties with the domain that was checked, by method; later ones count only if the earlier are
missing. The signer writes DKIM's `header.i`; `header.d` is the domain whose key signed.
"""
MOST_RESULTS = 200
"""Results of checks that are read; more signatures are meant to hide one."""


def is_players(letter: OpenedLetter, player: Player) -> bool:
    """Whether the one sender is a mailbox of the player's, and the checks of trusted hosts, if any
    are named, vouch for it.
    """
    return (
        len(letter.senders) == 1
        and mailbox_identity.is_of(player, letter.senders[0])
        and vouched(letter)
    )


def vouched(letter: OpenedLetter) -> bool:
    """Whether the hosts that the operator trusts confirm that the sender's domain sent the letter;
    True if no host is named.

    Results are read down to the first line of another host: below it anybody can write anything.
    DMARC decides; if it names another domain, that host read another sender in the letter than we
    do. Without DMARC, SPF or DKIM must have passed for the sender's own domain.
    """
    hosts = trusted_mail_hosts.named()
    if not (hosts.names or hosts.suffixes):  # hosts named by address alone check nothing
        return True
    results = _results(letter)
    verdicts = {verdict for method, verdict, _ in results if method == "dmarc"}
    if len(results) > MOST_RESULTS or "fail" in verdicts or len(letter.senders) != 1:
        return False
    domain = mailbox_identity.ascii_domain(letter.senders[0].rpartition("@")[2])
    if any(one != domain for method, _, domains in results if method == "dmarc" for one in domains):
        return False
    return "pass" in verdicts or any(
        verdict == "pass"
        and method in ("spf", "dkim")
        and any(_aligned(domain, one) for one in domains)
        for method, verdict, domains in results
    )


def _results(letter: OpenedLetter) -> list[tuple[str, str, list[str]]]:
    """Method, verdict and domains of each check that a trusted host reports."""
    found = []
    for value in letter.headers.get("authentication-results", ()):
        host = _without_comments(value[:MOST_VALUE]).partition(";")[0].split()
        if not is_trusted(host[0] if host else ""):
            break
        _, *results = _without_comments(value).split(";")
        for result in results[: MOST_RESULTS + 1]:
            if match := _RESULT.match(result):
                found.append(
                    (match[1].lower(), match[2].lower(), _domains(match[1].lower(), result))
                )
    return found


def _domains(method: str, result: str) -> list[str]:
    """The domains that a check was for, in ASCII; empty if its result does not name them."""
    properties = [
        (kind.lower(), mailbox_identity.ascii_domain(name.rpartition("@")[2].strip("<>\"';,")))
        for kind, name in _PROPERTY.findall(result)
    ]
    named = (
        [name for kind, name in properties if kind in kinds]
        for kinds in _NAMES_DOMAIN.get(method, ())
    )
    return next(filter(None, named), [])


def is_trusted(host: str) -> bool:
    """Whether the operator named this host, by its name or its suffix."""
    return bool(trusted_mail_hosts.named().entry(host.strip().rstrip(".").lower()))


def _without_comments(value: str) -> str:
    """The value without comments in brackets and quoted strings, which a sender can write."""
    kept, depth = [], 0
    for piece in re.split(r"([()])", _QUOTED.sub('""', value)):
        if piece in ("(", ")"):
            depth = max(0, depth + (1 if piece == "(" else -1))
        elif not depth:
            kept.append(piece)
    return " ".join(kept)


def _aligned(domain: str, checked: str) -> bool:
    """Whether a check was for that domain, one below it, or one above it that is no registry's
    (DMARC's relaxed alignment).
    """
    return (
        domain == checked
        or (domain.endswith(f".{checked}") and checked.count(".") > 0)
        or checked.endswith(f".{domain}")
    )
