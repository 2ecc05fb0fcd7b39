"""A database in memory for scenarios, whatever database the settings name.

It is made once a process; each scenario is rolled back, which leaves it empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management.sql import emit_post_migrate_signal
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend

from traders.models import database_table_creation

_databases: list[BaseDatabaseWrapper] = []
"""This process's database in memory, once it was needed."""


@contextmanager
def elsewhere() -> Iterator[None]:
    """Replace this thread's database by the one in memory: the server's own is neither read nor
    locked. Whoever writes there rolls it back.
    """
    own = connections[DEFAULT_DB_ALIAS]
    memory = _databases[0] if _databases else _in_memory()
    connections[DEFAULT_DB_ALIAS] = memory
    ContentType.objects.clear_cache()  # their ids differ between databases
    try:
        if not _databases:
            _create_tables(memory)
            _databases.append(memory)
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = own
        ContentType.objects.clear_cache()


@contextmanager
def rolled_back() -> Iterator[None]:
    """A transaction of which nothing is kept."""
    with transaction.atomic():
        try:
            yield
        finally:
            transaction.set_rollback(True)


def _create_tables(database: BaseDatabaseWrapper) -> None:
    """All tables, and what Django adds after migrating."""
    with database.schema_editor() as editor:
        database_table_creation.make(editor, apps)
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
