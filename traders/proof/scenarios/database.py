"""A database of its own for a run of scenarios: in memory, whatever database the settings name.

It is made once a process, and empty again after each scenario, which is rolled back.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management.sql import emit_post_migrate_signal
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend
from django.test.utils import setup_test_environment, teardown_test_environment

_made: list[BaseDatabaseWrapper] = []
"""This process's database in memory, once it is wanted."""


@contextmanager
def scratch_database() -> Iterator[None]:
    """An empty SQLite with all tables in place of the server's own database, which is not even
    opened. No letter leaves the server meanwhile.
    """
    setup_test_environment(debug=False)
    try:
        with elsewhere():
            yield
    finally:
        teardown_test_environment()


@contextmanager
def elsewhere() -> Iterator[None]:
    """Within it this thread's database is the one in memory: nothing is read of the server's own,
    and nothing of it is locked. Whoever writes there rolls it back.
    """
    own = connections[DEFAULT_DB_ALIAS]
    made = _made[0] if _made else _in_memory()
    connections[DEFAULT_DB_ALIAS] = made
    ContentType.objects.clear_cache()  # their numbers are each database's own
    try:
        if not _made:
            _create_tables(made)
            _made.append(made)
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = own
        ContentType.objects.clear_cache()


def _create_tables(database: BaseDatabaseWrapper) -> None:
    """The tables of all models as they are now, and what Django adds after migrating; going through
    the migrations would take a hundred times as long.
    """
    with database.schema_editor() as editor:
        for model in apps.get_models():
            if model._meta.managed and not model._meta.proxy:
                editor.create_model(model)
    emit_post_migrate_signal(verbosity=0, interactive=False, db=DEFAULT_DB_ALIAS)


def _in_memory() -> BaseDatabaseWrapper:
    settings = connections.configure_settings(
        {DEFAULT_DB_ALIAS: {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
    )[DEFAULT_DB_ALIAS]
    wrapper: BaseDatabaseWrapper = load_backend(settings["ENGINE"]).DatabaseWrapper(
        settings, DEFAULT_DB_ALIAS
    )
    wrapper.inc_thread_sharing()
    return wrapper
