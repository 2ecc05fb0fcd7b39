"""One POST to an address that a player gave: short, without redirects, to the address that was
checked. Of the answer only the status is read.
"""

from __future__ import annotations

import re
import socket
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from traders.domain.post.notifications.public_address_check import (
    Lookup,
    NotAllowed,
    addresses,
    target,
)

PATIENCE = 8.0
"""Seconds for all of it: once they are over nothing is sent, however long the name took."""
LATE = "It did not answer in time."
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})[ \r\n]")
_LONGEST_LINE = 2000


@dataclass(frozen=True)
class Answer:
    """What came of a POST: the HTTP status, 0 where none came, and in words what went wrong."""

    status: int
    words: str = ""

    @property
    def taken(self) -> bool:
        """Whether the other side took it."""
        return 200 <= self.status < 300


def post(
    url: str, body: bytes, headers: Mapping[str, str], lookup: Lookup = socket.getaddrinfo
) -> Answer:
    """Post `body` there, once. Raises nothing."""
    end = time.monotonic() + PATIENCE
    try:
        wanted = target(url)
        lines = [
            f"POST {wanted.path} HTTP/1.1",
            f"Host: {wanted.authority}",
            "User-Agent: Traders-by-Post",
            f"Content-Length: {len(body)}",
            "Connection: close",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        request = "\r\n".join([*lines, "", ""]).encode("ascii") + body
        there = addresses(wanted, lookup)
        with _connected(there, wanted.port, end) as connection:
            if wanted.scheme == "http":
                return _asked(connection, request, end)
            connection.settimeout(_left(end))
            with _context().wrap_socket(connection, server_hostname=wanted.host) as sealed:
                return _asked(sealed, request, end)
    except NotAllowed as fault:
        return Answer(0, str(fault))
    except TimeoutError:
        return Answer(0, LATE)
    except ssl.SSLError as fault:
        return Answer(0, f"It could not be reached ({type(fault).__name__}).")
    except (OSError, UnicodeError):
        return Answer(0, "It could not be reached.")


@cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _connected(there: list[str], port: int, end: float) -> socket.socket:
    """A connection to the first of these addresses that takes one."""
    problem: OSError = OSError("no address")
    for address in there:
        try:
            return socket.create_connection((address, port), timeout=_left(end))
        except OSError as fault:
            problem = fault
    raise problem


def _asked(connection: socket.socket, request: bytes, end: float) -> Answer:
    """The answer's status; whoever answers letter by letter is not waited for."""
    connection.settimeout(_left(end))
    connection.sendall(request)
    said = b""
    while b"\n" not in said and len(said) < _LONGEST_LINE:
        connection.settimeout(_left(end))
        part = connection.recv(512)
        if not part:
            break
        said += part
    found = _STATUS.match(said)
    if not found:
        return Answer(0, "Its answer was no web page.")
    status = int(found[1])
    return Answer(status, _problem(status))


def _problem(status: int) -> str:
    """What is wrong with an answer of that status, "" if nothing is."""
    if 300 <= status < 400:
        return f"It answered {status}, a redirect. None is followed: give the final address."
    return "" if 200 <= status < 300 else f"It answered {status}."


def _left(end: float) -> float:
    """The seconds that are left; raises `TimeoutError` if none are."""
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
