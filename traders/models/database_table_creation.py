"""The tables of an empty database, made as they are now and at once."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.executor import MigrationExecutor


def make(editor: BaseDatabaseSchemaEditor, models: Apps) -> None:
    """The tables of these models, with keys and indexes. Triggers, and what Django adds after a
    migration, are left to the caller.
    """
    for model in models.get_models():
        if model._meta.can_migrate(editor.connection):
            editor.create_model(model)


def made_where_none_was(database: BaseDatabaseWrapper) -> bool:
    """Whether the database was empty: then what the migrations come to is made in it, all or
    nothing, and each is noted as carried out (docs/decisions/0023-releases.md).
    """
    if database.introspection.table_names():
        return False
    executor = MigrationExecutor(database)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    with database.schema_editor() as editor:
        make(editor, executor.loader.project_state().apps)
        for migration, _ in plan:
            for one in migration.replaces or [(migration.app_label, migration.name)]:
                executor.recorder.record_applied(*one)
    return True
