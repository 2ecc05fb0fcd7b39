"""The Celery app: `celery -A worker worker`.

Tasks are in `worker/tasks/`, each thin: an id in, one call into a layer below. Those layers never
import this one; they wake a task by a signal after the commit (`worker/sweep_wake_up.py`).
Nothing is lost while the queue is away, since the sweeps find the same rows.
"""

from __future__ import annotations

import os
import sys

from celery import Celery
from celery.signals import worker_init, worker_ready
from django.core.exceptions import ImproperlyConfigured
from kombu.entity import Queue

from worker.queues import QUEUES, REST, ROUTES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "traders.settings")
# those that tell whether a process may run are made below; all of them load what answers requests
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

app = Celery("worker")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.task_queues = [Queue(name) for name in QUEUES]  # type: ignore[no-untyped-call]
app.conf.task_default_queue = REST
app.conf.task_routes = ROUTES
app.autodiscover_tasks(["worker"])
app.set_default()


@worker_init.connect
def _refuse_unfit_settings(**kwargs: object) -> None:
    """End a process with unfit settings before it does anything. What may go on loads the pages'
    addresses and the templates' tags before it forks: letters name and use them.
    """
    from django.template import engines  # imported here: models need Django set up
    from django.urls import get_resolver

    from traders.checks import refuse_if_unfit

    try:
        refuse_if_unfit()
    except ImproperlyConfigured as unfit:
        sys.exit(str(unfit))  # Celery would log any other exception and go on
    _ = get_resolver().url_patterns
    engines.all()


@worker_ready.connect
def _keep_heartbeat(**kwargs: object) -> None:
    """Keep the heartbeat going in this process, whatever its queue holds."""
    from traders.domain.deadlines import heartbeat_and_outages  # imported here, as above

    heartbeat_and_outages.keep()
