"""The queues: which there are, and on which each task waits. A worker of its own for each keeps one
from delaying another.

    celery -A worker worker --without-gossip --without-mingle -Q clock   # one process: deadlines,
    always at hand celery -A worker worker --without-gossip --without-mingle -Q in,…    # a worker
    may serve several; without -Q it serves all

Workers have nothing to tell each other: what there is to do stands in the database. With gossip
each of them logs tracebacks when Redis comes back.
"""

from __future__ import annotations

CLOCK, IN, OUT, REST = "clock", "in", "out", "rest"
"""Deadlines; letters in; letters out, which a mail server may hold up; all else."""
QUEUES = (CLOCK, IN, OUT, REST)

WAITS = 30
"""Seconds after which a call that nobody took up is forgotten."""

ROUTES = {
    "worker.tasks.clock.*": {"queue": CLOCK},
    "worker.tasks.inbox.*": {"queue": IN},
    "worker.tasks.post.*": {"queue": OUT},
    "worker.tasks.*": {"queue": REST},
}
"""A pattern of task names and its queue; the first that fits counts."""
