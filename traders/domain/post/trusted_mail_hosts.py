"""The receiving mail servers that the operator trusts (`TRUSTED_MAIL_HOSTS`): by name, by domain
suffix (`.mail.example`), or by address or network (`192.0.2.0/28`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from django.conf import settings


@dataclass(frozen=True, slots=True)
class MailHosts:
    """Hosts by name, domain suffix and network. Names are in lower case, without a trailing dot."""

    names: frozenset[str]
    suffixes: tuple[str, ...]
    networks: tuple[IPv4Network | IPv6Network, ...]

    def entry(self, host: str) -> str:
        """The name or suffix that covers a host; "" if none does."""
        if host in self.names:
            return host
        return next((suffix for suffix in self.suffixes if host.endswith(suffix)), "")

    def holds(self, address: str) -> bool:
        """Whether an address lies in one of the networks."""
        found = address_of(address)
        return found is not None and any(found in network for network in self.networks)


def named() -> MailHosts:
    """The hosts of the operator's setting."""
    return hosts_of(getattr(settings, "TRUSTED_MAIL_HOSTS", ()))


def hosts_of(entries: Iterable[str]) -> MailHosts:
    """Parse the entries of the setting."""
    names, suffixes, networks = set(), [], []
    for entry in (entry.strip().lower().rstrip(".") for entry in entries):
        try:
            networks.append(ip_network(entry, strict=False))
        except ValueError:
            if entry.startswith("."):
                suffixes.append(entry)
            elif entry:
                names.add(entry)
    return MailHosts(frozenset(names), tuple(suffixes), tuple(networks))


def address_of(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address as transfer lines write it; None if it is none. IPv4 written as IPv6 becomes
    IPv4.
    """
    try:
        found = ip_address(text.strip("[]").removeprefix("IPv6:").removeprefix("ipv6:"))
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def is_loopback(text: str) -> bool:
    """Whether an address is this machine's own: 127.0.0.1 or ::1."""
    found = address_of(text)
    return found is not None and str(found) in ("127.0.0.1", "::1")
