"""Comparing mail addresses: when two are one mailbox, and which are a player's (PR-RECEIPT-03,
PR-SEAT-01).
"""

from __future__ import annotations

import re
import unicodedata

import idna
from django.db.models import Q

from traders.models import Mailbox, Player

_GMAIL = ("gmail.com", "googlemail.com")


def canonical(address: str) -> str:
    """The canonical spelling of an address: lower case, the domain in ASCII, no quotes, nothing
    after a plus; for Gmail no dots. Letters that only look alike stay different.
    """
    local, _, domain = address.strip().rpartition("@")
    domain, local = ascii_domain(domain), _small(_unquoted(local))
    local = local.partition("+")[0] or local
    if domain in _GMAIL:
        local, domain = local.replace(".", ""), _GMAIL[0]
    return f"{local}@{domain}"


def exact(address: str) -> str:
    """The spelling of an address that is trusted beside a player's own: what stands after a plus
    may be another person, as in a list's addresses, unless the provider is known (PR-RECEIPT-03).
    """
    known = canonical(address)
    if known.rpartition("@")[2] in _GMAIL:
        return known
    local, _, domain = address.strip().rpartition("@")
    return f"{_small(_unquoted(local))}@{ascii_domain(domain)}"


def _unquoted(local: str) -> str:
    """A local part without the quotes that it may stand in: they name the same mailbox (RFC 5321,
    4.1.2).
    """
    quoted = len(local) > 2 and local[0] == local[-1] == '"'
    return re.sub(r"\\(.)", r"\1", local[1:-1]) if quoted else local


def _small(local: str) -> str:
    """In lower case, with accents composed. A local part that is not ASCII never becomes ASCII."""
    small = unicodedata.normalize("NFC", local).lower()
    return small if local.isascii() or not small.isascii() else local


def ascii_domain(domain: str) -> str:
    """A domain in ASCII, as mail servers write it (punycode); unchanged if it has no such form."""
    domain = domain.strip().strip(".").lower()
    try:
        return domain if domain.isascii() else idna.encode(domain, uts46=True).decode("ascii")
    except (idna.IDNAError, UnicodeError):
        return domain


def is_of(player: Player, address: str) -> bool:
    """Whether the address is the player's registered mailbox, or one that the player accepted for
    good.
    """
    return (
        is_registered(player, address)
        or Mailbox.objects.filter(
            player=player, address__in={canonical(address), exact(address)}
        ).exists()
    )


def is_registered(player: Player, address: str) -> bool:
    """Whether the address is the player's registered mailbox."""
    return same(player.email, address)


def same(one: str, other: str) -> bool:
    """Whether two addresses are one mailbox, and so one person."""
    return canonical(one) == canonical(other)


def has_account(address: str, besides: Player | None = None) -> bool:
    """Whether somebody (other than `besides`) who once signed in has the mailbox. An unproven
    account keeps nobody out.
    """
    first = Q(email__istartswith=canonical(address)[:1]) | Q(email__startswith='"')
    proven = Player.objects.filter(first).exclude(display_name="", last_login=None)
    proven = proven.exclude(pk=besides.pk) if besides is not None else proven
    return any(same(address, email) for email in proven.values_list("email", flat=True).iterator())
