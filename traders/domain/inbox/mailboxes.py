"""When two addresses are one mailbox, and which mailboxes a player writes from (PR-RECEIPT-03)."""

from __future__ import annotations

import unicodedata

import idna

from traders.models import Mailbox, Player

_GMAIL = ("gmail.com", "googlemail.com")


def canonical(address: str) -> str:
    """The address as all its spellings have it: lower case, the domain in ASCII, Gmail's without dots and without what follows a plus."""
    local, _, domain = unicodedata.normalize("NFKC", address).strip().lower().rpartition("@")
    domain = ascii_domain(domain)
    if domain in _GMAIL:
        local, domain = local.partition("+")[0].replace(".", ""), _GMAIL[0]
    return f"{local}@{domain}"


def ascii_domain(domain: str) -> str:
    """A domain as mail servers write it, punycode where it has other letters; as it is where it cannot be written so."""
    domain = domain.strip().strip(".").lower()
    try:
        return domain if domain.isascii() else idna.encode(domain, uts46=True).decode("ascii")
    except (idna.IDNAError, UnicodeError):
        return domain


def is_of(player: Player, address: str) -> bool:
    """Whether the address is the player's registered mailbox, or one that the player has confirmed for good."""
    named = canonical(address)
    return named == canonical(player.email) or Mailbox.objects.filter(player=player, address=named).exists()
