"""Addresses that players give and this server posts to: only public ones, so that nobody reaches
the operator's own network through it.

A name is looked up once, and what was checked is what is connected to: a name that leads elsewhere
a moment later leads nowhere.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

LONGEST = 500
Lookup = Callable[..., list[Any]]
_PLAIN = re.compile(r"[!-~]+")
_GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
_NEVER = [
    ipaddress.ip_network(network)
    for network in (
        "168.63.129.16/32",  # Azure's metadata, at a public address
        "192.0.0.0/24",  # Oracle's among them
        "192.88.99.0/24",  # a way into IPv6
        "2001::/23",  # Teredo and other tunnels, which end at an IPv4 address
        "2002::/16",  # 6to4, likewise
        "3fff::/20",  # documentation (RFC 9637)
    )
]


PUBLIC_ONLY = (
    "Only addresses on the public internet are allowed: this one is of a private network, or of the"
    " machine itself."
)


class NotAllowed(ValueError):
    """An address to which this server posts nothing; says why."""


@dataclass(frozen=True)
class Target:
    """Where to post: parts of an address whose form is allowed."""

    scheme: str
    host: str
    port: int
    path: str
    trusted: bool
    """The operator has named its origin."""

    @property
    def authority(self) -> str:
        """Host and port as the Host header has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == 443 and self.scheme == "https" else f"{host}:{self.port}"


def target(url: str) -> Target:
    """The parts of an address. Raises `NotAllowed` where its form is not allowed; what its host's
    name leads to is asked later.
    """
    if len(url) > LONGEST or not _PLAIN.fullmatch(url):
        raise NotAllowed(f"An address has at most {LONGEST} characters, without spaces or accents.")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as fault:
        raise NotAllowed("This is no web address.") from fault
    if parts.scheme not in {"http", "https"} or not host:
        raise NotAllowed("Write the whole address, beginning with https://.")
    if parts.username is not None or parts.password is not None:
        raise NotAllowed("Leave out the name and password before the @.")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    port = (443 if parts.scheme == "https" else 80) if port is None else port
    trusted = f"{parts.scheme}://{parts.netloc}".lower() in map(str.lower, settings.TRUSTED_HOOKS)
    if not trusted and parts.scheme != "https":
        raise NotAllowed("Only https:// addresses are allowed.")
    if not trusted and port != 443:
        raise NotAllowed("Only the usual port, 443, is allowed.")
    if not trusted and _says_inside(host):
        raise NotAllowed(PUBLIC_ONLY)
    return Target(parts.scheme, host, port, path, trusted)


def _says_inside(host: str) -> bool:
    """Whether a host as it is written, without being looked up, is none of the public internet: to
    say so tells nothing of the network to whoever wrote it.
    """
    name = host.rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        try:  # `127.1`, `2130706433`, `0x7f000001`: resolvers take these for addresses
            name = socket.inet_ntoa(socket.inet_aton(name))
        except OSError:
            return False
    return not public(name)


def public(address: str) -> bool:
    """Whether an IP address belongs to the public internet: not private, loopback, link-local,
    multicast, reserved or a metadata service, and no way around to one of those.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if not found.is_global or found.is_multicast or found.is_reserved:
        return False
    if any(found in network for network in _NEVER if network.version == found.version):
        return False
    # outside are IPv4 in IPv6 (mapped, compatible, translated) and all that is local
    return found.version == 4 or found in _GLOBAL_UNICAST


def addresses(wanted: Target, lookup: Lookup = socket.getaddrinfo) -> list[str]:
    """The IP addresses to connect to. Raises `OSError` if the name leads nowhere or one of them is
    not public: whoever gave the address is not told which, since this server's own network may
    know names that nobody else does.
    """
    found = lookup(wanted.host, wanted.port, type=socket.SOCK_STREAM)
    there = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not wanted.trusted and not all(public(address) for address in there):
        raise OSError("it leads to a network that is not public")
    return there
