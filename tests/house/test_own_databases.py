"""A tool that plays games plays them in a database of its own: of the database that the environment
names it touches nothing.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bench import measuring
from tests.examples import drawn
from tests.house.debian.manual import TREE
from tests.services.stored import MIGRATED
from tests.services.waiting import FAR
from worker.embedded import environment

BENCHES = sorted(path.stem for path in (TREE / "bench").glob("[a-z]*.py"))
SCENARIOS = sorted((TREE / "tests/scenarios").glob("*.toml"))
COMMANDS = {
    "scenario": [str(SCENARIOS[0])],
    "specimen": ["summary", "star-traders"],
    "simulate": ["--system", "traders-luck", "--games", "1", "--processes", "1", "--seats", "2"],
    "simulate-season": ["--people", "4", "--rounds", "1", "--table", "4", "--months", "1"],
    "architecture": ["--count"],
    "draw": ["--people", "4", "--rounds", "1", "--table", "4"],
    "rulebook": ["star-traders", "--rule", "jump-4"],
}
"""Commands that play or show, and a call of each."""
SERVES = {
    "audit", "casebook", "copied", "demonstration", "edition", "migrate", "newgame", "orders",
    "postfix-map", "postoffice", "prepare", "prune", "read", "receive", "referee", "replay",
    "restored", "tell",
}  # fmt: skip
"""Commands for the server's own database, or for none."""


@pytest.fixture(scope="module")
def server() -> Iterator[dict[str, str]]:
    """The environment of a server on PostgreSQL with games and letters in its database."""
    with MIGRATED.house(server=os.environ["DATABASE_URL"]) as house:
        house.manage("demonstration")
        yield house.environment | {"PYTHONWARNINGS": "ignore"}


def rows(env: dict[str, str]) -> dict[str, Any]:
    """How many rows each table has, and the newest transaction that wrote one; and the triggers."""
    with psycopg.connect(env["DATABASE_URL"], autocommit=True) as connection:
        tables = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        ).fetchall()
        found = {
            table: connection.execute(
                f'SELECT count(*), max(xmin::text::bigint) FROM "{table}"'.encode()
            ).fetchone()
            for (table,) in tables
        }
        triggers = connection.execute(
            "SELECT count(*), 0 FROM pg_trigger WHERE tgenabled = 'O'"
        ).fetchone()
    return found | {"triggers": triggers}


def call(env: dict[str, str], *command: str, seconds: float = FAR) -> str:
    """What a command says; it is ended where it goes on for longer."""
    try:
        done = subprocess.run(
            [sys.executable, *command], cwd=TREE, env=env, check=False, timeout=seconds,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
    except subprocess.TimeoutExpired as over:
        return (over.stdout or b"").decode()
    return done.stdout


@pytest.mark.postgres
def test_a_measurement_refuses_a_database_that_is_not_empty(server):
    before = rows(server)
    assert before["traders_letter"][0] > 0
    assert "is not empty: measurements need a database of their own" in call(
        server, "-m", "bench.sweep"
    )
    assert rows(server) == before


@pytest.mark.long
@pytest.mark.postgres
def test_no_measurement_and_no_command_writes_to_the_database_of_the_environment(server):
    """Long: some minutes, since each is a process of its own, and is ended once it plays."""
    before = rows(server)
    measure = [name for name in BENCHES if name != "tests"]  # it plays nothing, and writes a page
    for name in drawn("benches-on-a-server", measure):
        call(server, "-m", f"bench.{name}", seconds=6)
        assert rows(server) == before, name
    for name, arguments in COMMANDS.items():
        said = call(server, "manage.py", name, *arguments, seconds=30)
        assert "Traceback" not in said, (name, said)
        assert rows(server) == before, name


@pytest.mark.postgres
def test_a_command_that_plays_leaves_the_servers_rows_as_they_are(server):
    before = rows(server)
    assert "Subject:" in call(server, "manage.py", "specimen", *COMMANDS["specimen"])
    assert rows(server) == before


def test_every_command_is_known_to_play_or_to_serve():
    """A new one is put into one of the two lists."""
    apps = ("traders", "arbitration", "tools")
    folders = (TREE / app / "management/commands" for app in apps)
    names = {path.stem for folder in folders for path in folder.glob("[a-z]*.py")}
    assert names == COMMANDS.keys() | SERVES


@pytest.mark.parametrize("name", BENCHES)
def test_every_measurement_takes_its_database_from_one_place(name: str):
    """One that loads Django does so in `set_up`, which refuses what is not empty, or in a house of
    its own; none hands its own environment to another process.
    """
    source = (TREE / f"bench/{name}.py").read_text("utf-8")
    own = any(word in source for word in ("set_up()", "house_of_its_own()", "House("))
    models = re.search(r"^\s*from (traders\.(models|domain)|tests\.arbitration)", source, re.M)
    called = re.search(r"^def main|__main__", source, re.M)
    assert own or not models or not called, name
    if name != "measuring":
        assert "django.setup()" not in re.sub(r'"[^"\n]*"', "", source) or own
        assert "DATABASE_URL" not in source


def test_what_is_measured_knows_no_server(monkeypatch):
    """Neither its database nor its queue nor its mail server."""
    given = {
        "DATABASE_URL": "postgresql://x", "REDIS_URL": "redis://x", "EMAIL_HOST": "mx.example.org",
        "ANYMAIL_POSTMARK_SERVER_TOKEN": "x", "OPERATORS": "o@example.org", "TRADERS_VAR": "/x",
    }  # fmt: skip
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    left = measuring.without_a_server()
    assert not given.keys() & left.keys()
    assert left["PATH"] == os.environ["PATH"]


def test_what_is_looked_at_on_ones_own_machine_leaves_a_servers_database_alone(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://x/traders")
    assert "DATABASE_URL" not in environment(8000)


def test_the_list_of_a_releases_house_is_of_its_own():
    source = Path(TREE, "tests/releases/keep.py").read_text("utf-8")
    assert "House(" in source
    assert "Postgres()" in source
