"""The Celery app: `celery -A worker worker`, `celery -A worker beat`.

Tasks live in `worker/tasks/`, each thin: an id in, one call into a layer below. Those layers never import this one; they wake a task by
its name, after the commit, and lose nothing when the queue is away, since the sweeps of `worker/schedule.py` find the same rows:

    transaction.on_commit(lambda: celery.current_app.send_task("worker.tasks.send_letter", [letter_id]))
"""

from __future__ import annotations

import os

from celery import Celery

from worker.schedule import SCHEDULE

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "traders.settings")

app = Celery("worker")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_schedule = SCHEDULE
app.autodiscover_tasks(["worker"])
