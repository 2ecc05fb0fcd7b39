"""Free ports, and waiting for a server on one."""

from __future__ import annotations

import http.client
import socket
import time


def free_port() -> int:
    """A TCP port on loopback that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for_port(port: int, seconds: float = 60) -> None:
    """Return when something listens on `port` of loopback; `TimeoutError` when nothing does in
    time.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise TimeoutError(f"nothing listens on port {port} after {seconds} s")


def wait_for_answer(port: int, seconds: float = 180) -> None:
    """Return when a web server on `port` of loopback answers a request, whatever it says: one that
    listens may still read its code. `TimeoutError` when none does in time.
    """
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=left)
        try:
            line.request("GET", "/verify.py")  # a page that asks nothing of a database
            line.getresponse().read()
            return
        except (OSError, http.client.HTTPException):  # not there yet, or gone
            time.sleep(0.02)
        finally:
            line.close()
    raise TimeoutError(f"nothing answers on port {port} after {seconds} s")
