"""How soon each end of a connection misses the other. Who is cut off, or without power, says no
goodbye: Linux waits for two hours.
"""

from __future__ import annotations

import socket
import sys
from typing import Any

IDLE, INTERVAL, COUNT = 10, 5, 3
"""Seconds of silence before the other end is asked whether it is there, seconds between two such
questions, and how many stay without an answer before it is taken to be gone.
"""
GONE = IDLE + INTERVAL * COUNT
"""Seconds after which it is gone also where what was sent to it does not arrive."""
_ASKED = {"keepalives_idle": IDLE, "keepalives_interval": INTERVAL, "keepalives_count": COUNT}
_WITHOUT_ANSWER = {"tcp_user_timeout": GONE * 1000}
_OTHER_END = {f"tcp_{name}": value for name, value in _ASKED.items()} | _WITHOUT_ANSWER

POSTGRES: dict[str, Any] = {
    **_ASKED,
    **_WITHOUT_ANSWER,
    "options": " ".join(f"-c {name}={value}" for name, value in _OTHER_END.items()),
}
"""What a connection to PostgreSQL is opened with. `options` are for the server's end: what the
transactions of a machine that is gone had locked is free after `GONE` seconds.
"""
REDIS: dict[str, Any] = {"socket_keepalive": True}
"""What a worker's connection to Redis is opened with: one that was cut off listens again soon."""
if sys.platform == "linux":
    REDIS["socket_keepalive_options"] = {
        socket.TCP_KEEPIDLE: IDLE,
        socket.TCP_KEEPINTVL: INTERVAL,
        socket.TCP_KEEPCNT: COUNT,
        socket.TCP_USER_TIMEOUT: GONE * 1000,
    }
