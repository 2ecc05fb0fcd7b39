"""The Django app of the worker: every process that loads Django knows the queue, so that layers
below can wake a task by its name.
"""

from __future__ import annotations

from django.apps import AppConfig


class WorkerConfig(AppConfig):
    """The app that makes Celery's app the current one."""

    name = "worker"

    def ready(self) -> None:
        """Make Celery's app the current one, and connect to the domain's signals."""
        from worker.celery import app
        from worker.waking import listen

        app.set_default()
        listen()
