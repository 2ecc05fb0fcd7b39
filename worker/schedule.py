"""What the beat wakes, and how often. A line each: the task and the seconds between two calls.

Any number of beats may run: a sweep that finds nothing due costs one query, and everything that a sweep does is idempotent. `expires`
throws away calls that nobody took in time, so that a worker that was away does not work through a heap of them.
"""

from __future__ import annotations

from typing import Any


def every(seconds: float, task: str) -> dict[str, Any]:
    """A line of the schedule: `task` each `seconds`, forgotten when the next one is due."""
    return {"task": task, "schedule": seconds, "options": {"expires": seconds}}


SCHEDULE: dict[str, dict[str, Any]] = {
    "send letters": every(5, "worker.tasks.post.sweep"),
    "digests": every(600, "worker.tasks.post.digests"),
    "read letters": every(5, "worker.tasks.inbox.sweep"),
    "wake bots": every(1, "worker.tasks.bots.sweep"),
    "deadlines": every(1, "worker.tasks.clock.sweep"),
    "heartbeat": every(10, "worker.tasks.clock.beat"),
}
