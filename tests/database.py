"""The database under the tests: a PostgreSQL started for the run, or what DATABASE_URL names. Where
that is set and empty: SQLite.

A plugin of pytest, named in pyproject.toml, because pytest-django reads the settings before it
reads a conftest.
"""

from __future__ import annotations

import gc
import os
import signal
import tempfile
from collections.abc import Generator
from functools import partial
from itertools import count
from pathlib import Path

import psycopg
import pytest
from django.apps import apps
from django.db import connection
from psycopg.sql import SQL, Identifier

from tests.on_sqlite import PART
from tests.services.postgres import Postgres
from tests.services.stored import RUN, forget
from traders.keys import new_key

VACUUMED = 200
"""Tests after which the database is cleared of what they took back."""
_TORN_DOWN = count(1)
TALLY = "TESTS_TALLY"
"""Names the file in which each run of `python -m tests` leaves a line on what it ran."""
_tally = [""]
"""That file; none in a run that a test starts."""


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Before Django's settings are read: start the server, once for all processes of the run, and
    name it to them.
    """
    _tally[0] = os.environ.pop(TALLY, "")
    gc.disable()  # what is made until the tests are collected stays
    if "DATABASE_URL" not in os.environ:
        server = Postgres().start()
        early_config.add_cleanup(server.close)
        # who ends the run ends the server too
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        keys = {"SECRET_KEY": new_key(), "TRADERS_VAULT_KEY": new_key(), "POST_DOMAIN": "post.test"}
        os.environ |= keys | {"DATABASE_URL": server.url("postgres"), "DATABASE_CONN_MAX_AGE": "0"}
    if RUN not in os.environ:
        os.environ[RUN] = tempfile.mkdtemp(prefix="traders-run-")
        early_config.add_cleanup(partial(forget, os.environ["DATABASE_URL"]))
    return (yield)


def name() -> str:
    """What the tests run on, in words."""
    return "PostgreSQL" if os.environ["DATABASE_URL"] else "SQLite"


@pytest.hookimpl(optionalhook=True, tryfirst=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two workers a processor: those that wait for a browser, a letter or a killed process leave
    theirs to another.
    """
    return 2 * (os.cpu_count() or 1)


def pytest_report_header() -> str:
    """The first lines say on which database the tests run."""
    return f"database: {name()}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A test that is marked with one of the databases is left out on the other, where it could not
    run; but each is run on its own.
    """
    other = "sqlite" if os.environ["DATABASE_URL"] else "postgres"
    left = [item for item in items if item.get_closest_marker(other)]
    nowhere = [
        item.nodeid
        for item in left
        if other == "sqlite" and not item.nodeid.startswith(tuple(PART))
    ]
    if nowhere:
        raise pytest.UsageError(
            f"marked `sqlite`, and not on the list of tests/on_sqlite.py: {', '.join(nowhere)}"
        )
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker(other)]


def pytest_collection_finish() -> None:
    """What the whole run holds need not be looked through each time that garbage is collected, and
    garbage need not be collected as often as where memory is short.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(100_000, 50, 50)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None]:
    """Now and then the database is cleared of what tests took back."""
    yield
    if nextitem is not None and next(_TORN_DOWN) % VACUUMED == 0:
        vacuumed()


def vacuumed() -> None:
    """Clear away what tests took back, where nobody else does and each look through a table would
    pass by it; not before a test has wanted the database, nor while rows are kept for the tests to
    come.
    """
    wanted = str(connection.settings_dict["NAME"]).startswith("test_")
    if wanted and connection.vendor == "postgresql" and not connection.in_atomic_block:
        tables = sorted({model._meta.db_table for model in apps.get_models()})
        with psycopg.connect(**connection.get_connection_params(), autocommit=True) as own:
            own.execute(SQL("VACUUM {}").format(SQL(", ").join(map(Identifier, tables))))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Generator[None]:
    """The last lines before pytest's own say how many tests ran on which database."""
    yield
    counts = {
        word: len(terminalreporter.stats.get(word, []))
        for word in ("passed", "failed", "error", "skipped")
    }
    if hasattr(terminalreporter.config, "workerinput"):  # a part of the run, which the whole counts
        return
    ran = ", ".join(f"{count:,} {word}" for word, count in counts.items() if count)
    told = [f"{name()}: {ran or 'nothing ran'}"]
    if _tally[0]:
        tally = Path(_tally[0])
        with tally.open("a", encoding="utf-8") as lines:
            lines.write(f"{told[0]}\n")
        told = tally.read_text("utf-8").splitlines()
    terminalreporter.section("tests by database")
    for line in told:
        terminalreporter.line(line)
