"""The queues, and the queue of each task. With a worker for each, none delays another.

One process for deadlines is always at hand; a worker may serve several queues, and serves all
without `-Q`:

    celery -A worker worker --without-gossip --without-mingle -Q clock
    celery -A worker worker --without-gossip --without-mingle -Q in,out,rest

Workers need not know each other, since all work is in the database. With gossip each of them logs
tracebacks when Redis comes back.
"""

from __future__ import annotations

CLOCK, IN, OUT, REST = "clock", "in", "out", "rest"
"""Deadlines; incoming letters; outgoing letters, which a mail server may delay; everything else."""
QUEUES = (CLOCK, IN, OUT, REST)

WAITS = 30
"""Seconds after which a call that no worker has started expires."""

ROUTES = {
    "worker.tasks.clock.*": {"queue": CLOCK},
    "worker.tasks.inbox.*": {"queue": IN},
    "worker.tasks.post.*": {"queue": OUT},
    "worker.tasks.*": {"queue": REST},
}
"""Patterns of task names with their queue; the first match counts."""
