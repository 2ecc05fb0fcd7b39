"""Taking turns: two things are timed in alternating chunks, so that whatever else the machine does
falls on both.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.services.postgres import Postgres

HOUSE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what was measured, the figure, and where it must lie."""

    what: str
    figure: float
    unit: str
    beside: str = ""
    """The peer's or limit's own figure."""
    ratio: float | None = None
    goal: str = ""
    """`>= 0.12` or `<= 1.5`, of the ratio; of the figure where there is none."""

    @property
    def reached(self) -> bool | None:
        """Whether the ratio lies where it must; None where nothing is asked."""
        if not self.goal:
            return None
        sign, bound = self.goal.split()
        held = self.figure if self.ratio is None else self.ratio
        return held >= float(bound) if sign == ">=" else held <= float(bound)


@dataclass(slots=True)
class Stopwatch:
    """Adds up times; `each` holds the chunks."""

    each: list[float]

    @contextmanager
    def running(self) -> Iterator[None]:
        """Time what stands within."""
        began = time.perf_counter()
        yield
        self.each.append(time.perf_counter() - began)


def in_turns(
    rounds: int, ours: Callable[[int], float], theirs: Callable[[int], float]
) -> tuple[float, float, float]:
    """Rates of both, and the median over the rounds of ours beside theirs. Each function does its
    chunk and returns units a second.
    """
    pairs = [(ours(n), theirs(n)) if n % 2 else (theirs(n), ours(n))[::-1] for n in range(rounds)]
    return median(a for a, _ in pairs), median(b for _, b in pairs), median(a / b for a, b in pairs)


def compiled_in(folder: str, environment: Mapping[str, str]) -> dict[str, str]:
    """The environment, in which code is compiled at its first run alone, into that folder: as
    quick to load then as the package's, which is compiled when it is installed.
    """
    kept = {name: told for name, told in environment.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": folder}


def bare_inserts(count: int = 200) -> Callable[[int], float]:
    """A peer of the door: rows inserted and committed one by one, as long as an entry; a second."""
    from django.db import connection, transaction

    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE IF NOT EXISTS bench_bare (number INTEGER PRIMARY KEY, body TEXT)"
        )
    numbers, body = itertools.count(1), "x" * 300

    def bare(_: int) -> float:
        began = time.perf_counter()
        for number in itertools.islice(numbers, count):
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(
                    "INSERT INTO bench_bare (number, body) VALUES (%s, %s)", [number, body]
                )
        return count / (time.perf_counter() - began)

    return bare


KEYS = {
    "SECRET_KEY": "bench" * 12,
    "TRADERS_VAULT_KEY": "YmVuY2hiZW5jaGJlbmNoYmVuY2hiZW5jaGJlbmNoYmU=",
    "POST_DOMAIN": "post.test",
}


@contextmanager
def houses() -> Iterator[dict[str, Callable[[str], dict[str, str]]]]:
    """The environment of a house on SQLite and of one on PostgreSQL, both durable, empty for each
    measurement by its name.
    """
    with tempfile.TemporaryDirectory(prefix="traders-bench-") as folder:
        server = Postgres(durable=True).start()
        try:
            yield {
                "SQLite": lambda name: {"TRADERS_VAR": f"{folder}/{name}"},
                "PostgreSQL": lambda name: {
                    "TRADERS_VAR": f"{folder}/{name}-postgres",
                    "DATABASE_URL": server.create(f"bench_{name}"),
                    **KEYS,
                },
            }
        finally:
            server.close()


def without_a_server() -> dict[str, str]:
    """This process's environment without the settings of a server: nothing that is measured may
    touch the database, the queue or the mail of one that runs where the figures matter.
    """
    files = (HOUSE / "traders" / name for name in ("settings.py", "installation_paths.py"))
    source = "".join(file.read_text("utf-8") for file in files)
    read = set(re.findall(r'(?:_flag|_number|_names|environ\.get)\(\s*"(\w+)"', source))
    return {
        name: value
        for name, value in os.environ.items()
        if name not in read and not name.startswith("ANYMAIL_")
    }


@contextmanager
def house_of_its_own() -> Iterator[None]:
    """From now on this process is a house on SQLite in a folder of its own, migrated."""
    with tempfile.TemporaryDirectory(prefix="traders-bench-") as folder:
        own = without_a_server()
        os.environ.clear()
        os.environ.update(own, TRADERS_VAR=folder, DJANGO_SETTINGS_MODULE="traders.settings")
        set_up()
        yield


class DatabaseInUse(Exception):
    """The database that was to be measured in has tables already: it is somebody's."""


class MeasurementFailed(Exception):
    """A measurement's process ended with an error, and has no rows."""


def measured(module: str, env: dict[str, str], *args: str) -> list[Row]:
    """The rows that `python -m bench.<module>` prints, run in a process and a house of its own."""
    told = {**without_a_server(), "DJANGO_SETTINGS_MODULE": "traders.settings", **env}
    done = subprocess.run(
        [sys.executable, "-m", f"bench.{module}", *args],
        cwd=HOUSE,
        env=told,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise MeasurementFailed(f"bench.{module}: {done.stderr.strip()[-2000:]}")
    reports = [line for line in done.stdout.splitlines() if line.startswith("[{")]
    return [Row(**row) for line in reports for row in json.loads(line)]


def report(rows: list[Row]) -> None:
    """Print rows for `measured` to read."""
    print(json.dumps([{name: getattr(row, name) for name in Row.__slots__} for row in rows]))


def set_up() -> str:
    """Load Django and migrate; the database's name in words. Raises `DatabaseInUse` unless it is
    empty: measurements write, lift triggers and delete.
    """
    import django
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    if connection.introspection.table_names():
        raise DatabaseInUse(
            f"{connection.settings_dict['NAME']} is not empty: measurements need a database of "
            "their own. `python -m bench NAME` makes one."
        )
    call_command("migrate", verbosity=0)
    return "PostgreSQL" if connection.vendor == "postgresql" else "SQLite"
