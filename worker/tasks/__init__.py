"""Thin tasks, a module for each part of the server: one call into the domain each, for a portion
that takes a second or two.
"""

from worker import ringing  # noqa: F401 - it listens to Celery's signals
from worker.tasks import (
    bots,
    clock,
    demonstration,
    digests,
    inbox,
    operators,
    post,
    seasons,
    telling,
)

__all__ = [
    "bots",
    "clock",
    "demonstration",
    "digests",
    "inbox",
    "operators",
    "post",
    "seasons",
    "telling",
]
