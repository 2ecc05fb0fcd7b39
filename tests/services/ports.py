"""Free ports, and waiting for a server on one."""

from __future__ import annotations

import http.client
import secrets
import socket

from tests.services.waiting import FAR, until

LOWEST, HIGHEST = 20_000, 32_767
"""Ports that the system gives to no connection: one that is free is so when its server starts."""


def free_port() -> int:
    """A TCP port on loopback that nobody listens on now."""
    while True:
        port = LOWEST + secrets.randbelow(HIGHEST - LOWEST)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def wait_for_port(port: int) -> None:
    """Return when something listens on `port` of loopback; `TimeoutError` when nothing does."""

    def listens() -> bool:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=FAR).close()
        except OSError:
            return False
        return True

    until(listens, f"nothing listens on port {port}", pace=0.02)


def wait_for_answer(port: int) -> None:
    """Return when a web server on `port` of loopback answers a request, whatever it says: one that
    listens may still read its code. `TimeoutError` when none does.
    """

    def answers() -> bool:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=FAR)
        try:
            line.request("GET", "/verify.py")  # a page that asks nothing of a database
            line.getresponse().read()
        except (OSError, http.client.HTTPException):  # not there yet, or gone
            return False
        finally:
            line.close()
        return True

    until(answers, f"nothing answers on port {port}", pace=0.02)
