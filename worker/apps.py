"""The worker's app: every process that loads Django knows the queue, so that layers below can wake
a task by its name.
"""

from __future__ import annotations

from django.apps import AppConfig


class WorkerConfig(AppConfig):
    """Celery, made the current app at start."""

    name = "worker"

    def ready(self) -> None:
        from worker.celery import app
        from worker.waking import listen

        app.set_default()
        listen()
