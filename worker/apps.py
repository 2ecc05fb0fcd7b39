"""The Django app of the worker, the last to be ready: with it a process has loaded what it needs
to begin.
"""

from __future__ import annotations

import gc

from django.apps import AppConfig


class WorkerConfig(AppConfig):
    """The app that connects the queue with the signals of the layers below."""

    name = "worker"

    def ready(self) -> None:
        """Enter the queues and listen. What is loaded now is no garbage: it is never looked through
        for any, at the start (traders/settings.py) or later, nor copied after a fork.
        """
        from traders.domain.operators import redis_connection
        from worker.queues import QUEUES
        from worker.sweep_wake_up import listen

        redis_connection.NAMES[:] = QUEUES
        listen()
        gc.freeze()
        gc.enable()
