"""The schedule of the beat: each task with the seconds between two calls.

Any number of beats may run: a sweep that finds nothing due costs one query, and every sweep is
idempotent. At most one call of a task waits (`beat.Beat`), so that a worker that was away finds
no heap of them.
"""

from __future__ import annotations

from typing import Any

from worker.queues import WAITS


def every(seconds: float, task: str) -> dict[str, Any]:
    """A line of the schedule: `task` every `seconds`."""
    return {"task": task, "schedule": seconds, "options": {"expires": WAITS}}


SCHEDULE: dict[str, dict[str, Any]] = {
    "send letters": every(5, "worker.tasks.post.sweep"),
    "tell": every(5, "worker.tasks.telling.sweep"),
    "tell rooms": every(60, "worker.tasks.telling.rooms"),
    "digests": every(600, "worker.tasks.digests.write"),
    "read letters": every(5, "worker.tasks.inbox.sweep"),
    "bots": every(1, "worker.tasks.bots.sweep"),
    "deadlines": every(1, "worker.tasks.clock.sweep"),
    "demonstration": every(60, "worker.tasks.demonstration.renew"),
    "seasons": every(5, "worker.tasks.seasons.sweep"),
    "erase": every(300, "worker.tasks.operators.erase"),
    "operator": every(30, "worker.tasks.operators.tell"),
    "tallies": every(60, "worker.tasks.operators.tally"),
}
