"""The Celery app: `celery -A worker worker`, `celery -A worker beat`.

Tasks live in `worker/tasks/`, each thin: an id in, one call into a layer below. Those layers never
import this one; they wake a task by a signal after the commit (`worker/waking.py`), and lose
nothing when the queue is away, since the sweeps find the same rows.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from celery import Celery
from celery.signals import beat_init, worker_init, worker_ready
from django.core.exceptions import ImproperlyConfigured
from kombu.entity import Queue

from worker.queues import QUEUES, REST, ROUTES
from worker.schedule import SCHEDULE

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "traders.settings")

app = Celery("worker")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_schedule = SCHEDULE
app.conf.task_queues = [Queue(name) for name in QUEUES]  # type: ignore[no-untyped-call]
app.conf.task_default_queue = REST
app.conf.task_routes = ROUTES
app.autodiscover_tasks(["worker"])


@beat_init.connect
@worker_init.connect
def _refuses(**kwargs: Any) -> None:
    """A process whose settings are unfit ends before it does anything."""
    from traders.checks import refuse_if_unfit  # models can be loaded when Django is set up

    try:
        refuse_if_unfit()
    except ImproperlyConfigured as unfit:
        sys.exit(str(unfit))  # whatever else is raised here Celery logs, and goes on


@beat_init.connect
@worker_ready.connect
def _lives(**kwargs: Any) -> None:
    """This process keeps the heart beating, whatever its queue holds."""
    from traders.domain.deadlines import heartbeat  # likewise

    heartbeat.keep()
