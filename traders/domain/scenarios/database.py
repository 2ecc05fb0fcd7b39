"""A database of its own for a run of scenarios: made beside the one that the settings name, and taken away again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.test.utils import setup_test_environment, teardown_test_environment


@contextmanager
def scratch_database() -> Iterator[None]:
    """A migrated, empty database: SQLite's in memory, PostgreSQL's under a name of its own. No letter leaves the house meanwhile."""
    name = connection.settings_dict["NAME"]
    tests = connection.settings_dict.setdefault("TEST", {})
    before = tests.get("NAME")
    tests["NAME"] = None if connection.vendor == "sqlite" else f"scenarios_{os.getpid()}"
    setup_test_environment(debug=False)
    try:
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            yield
        finally:
            connection.creation.destroy_test_db(name, verbosity=0)
    finally:
        tests["NAME"] = before
        teardown_test_environment()
