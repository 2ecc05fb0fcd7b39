"""The house's own processes, as real ones: started, killed, started again, on a database and a
Redis of their own.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
from celery import Celery
from honcho.environ import parse_procfile

from tests.services.ports import free_port, wait_for_answer, wait_for_port
from tests.services.waiting import FAR, until
from traders.keys import new_key

TREE = Path(__file__).resolve().parent.parent.parent
BIN = Path(sys.executable).parent


class House:
    """A house of its own in a folder: `start` and `kill` its processes, run `manage` commands in
    it.

    Processes have their names in the Procfile; `worker` is one that serves all queues. On SQLite
    where `database_url` is empty. Letters go out to `smtp_port`.
    """

    def __init__(self, *, redis_url: str, database_url: str = "", smtp_port: int = 0) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="traders-house-")
        self.web_port = free_port()
        self.office_port = free_port()
        self.redis_url = redis_url
        self.environment = {
            name: value for name, value in os.environ.items() if name != "DATABASE_URL"
        } | {
            "DJANGO_SETTINGS_MODULE": "traders.settings",
            "TRADERS_VAR": self.folder.name,
            "TRADERS_EMBEDDED": "1",
            "SECRET_KEY": new_key(),
            "TRADERS_VAULT_KEY": new_key(),
            "POST_DOMAIN": "post.test",
            "PORT": str(self.web_port),
            "SITE_URL": f"http://127.0.0.1:{self.web_port}",
            "REDIS_URL": redis_url,
            "POST_OFFICE_PORT": str(self.office_port),
            "EMAIL_PORT": str(smtp_port or self.office_port),
            "EMAIL_TIMEOUT": "5",
            "PYTHONUNBUFFERED": "1",
            "PYTHONWARNINGS": "ignore::UserWarning:celery.platforms",
        }
        if database_url:
            self.environment["DATABASE_URL"] = database_url
        lines = parse_procfile((TREE / "Procfile").read_text("utf-8")).processes
        lines["worker"] = (
            # one that serves all queues
            "celery -q -A worker worker --without-gossip --without-mingle --loglevel INFO "
            "--concurrency 2"
        )
        lines["house"] = "python -m worker.process_supervisor"
        self.commands = {name: shlex.split(line) for name, line in lines.items()}
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._postgres: psycopg.Connection | None = None

    def manage(self, *arguments: str) -> str:
        """What `manage.py` with these arguments printed; `CalledProcessError` when it failed."""
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=TREE, env=self.environment, check=True, capture_output=True, text=True
        ).stdout

    def start(self, name: str, **more: str) -> subprocess.Popen[bytes]:
        """Start a process; `more` is added to its environment. Returns when it answers or listens,
        where it does.
        """
        with Path(self.folder.name, f"{name}.log").open("ab") as log:
            program, *arguments = self.commands[name]
            process = subprocess.Popen(
                [str(BIN / program), *arguments],
                cwd=TREE,
                env=self.environment | more,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._running[name] = process
        if name == "web":
            wait_for_answer(self.web_port)
        if name == "mail":
            wait_for_port(self.office_port)
        return process

    def number(self, name: str) -> int:
        """A process' number while it runs."""
        return self._running[name].pid

    @property
    def postgres(self) -> psycopg.Connection:
        """A connection to the database, in which each statement is a transaction; another one where
        the server was restarted.
        """
        try:
            if self._postgres is not None:
                self._postgres.execute("SELECT")
        except psycopg.OperationalError:
            self._postgres = None
        if self._postgres is None:
            self._postgres = psycopg.connect(self.environment["DATABASE_URL"], autocommit=True)
        return self._postgres

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What stands in the database."""
        if "DATABASE_URL" in self.environment:
            return self.postgres.execute(query.encode()).fetchall()
        with closing(
            sqlite3.connect(Path(self.folder.name, "traders.sqlite3"), timeout=20)
        ) as database:
            return database.execute(query).fetchall()

    def log(self, name: str) -> str:
        """What a process has said so far."""
        return Path(self.folder.name, f"{name}.log").read_text("utf-8", "replace")

    def kill(self, name: str) -> None:
        """SIGKILL to a process and its children: nothing of it cleans up."""
        process = self._running.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def end(self, name: str) -> int:
        """SIGTERM to a process, as systemd ends it; its exit status, once it has ended."""
        process = self._running.pop(name)
        process.terminate()
        return process.wait(FAR)

    def revive(self) -> None:
        """Start again what has ended by itself, as systemd does with docs/operators.md's units."""
        for name in [name for name, process in self._running.items() if process.poll() is not None]:
            self.start(name)

    def worker_answers(self) -> None:
        """Return when a worker answers over the queue; `TimeoutError` when none does."""
        with Celery(broker=self.redis_url, set_as_current=False) as queue:
            until(lambda: queue.control.ping(timeout=1), "no worker answers")

    def close(self) -> None:
        """End everything that still runs, and leave nothing behind."""
        for name in list(self._running):
            self.kill(name)
        if self._postgres is not None:
            self._postgres.close()
        self.folder.cleanup()


def shares(processes: list[int]) -> float:
    """MB that these take, what is shared counted once (PSS)."""
    texts = "".join(Path(f"/proc/{number}/smaps_rollup").read_text() for number in processes)
    return sum(map(int, re.findall(r"^Pss:\s+(\d+)", texts, re.M))) / 1024
