"""A database of its own for a run of scenarios: in memory, whatever database the settings name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.test.utils import setup_test_environment, teardown_test_environment


@contextmanager
def scratch_database() -> Iterator[None]:
    """A migrated, empty SQLite in place of the server's own database, which is not even opened. No
    letter leaves the server meanwhile.
    """
    own, settings = connections[DEFAULT_DB_ALIAS], connections.settings
    connections.settings = connections.configure_settings(
        {DEFAULT_DB_ALIAS: {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
    )
    del connections[DEFAULT_DB_ALIAS]
    setup_test_environment(debug=False)
    try:
        call_command("migrate", verbosity=0)
        yield
    finally:
        teardown_test_environment()
        connections.settings, connections[DEFAULT_DB_ALIAS] = settings, own
