"""Thin tasks, a module for each part of the server: one call into the domain each, for a portion
that takes a second or two.
"""

from worker import periodic_sweeps  # it listens to signals of Celery
from worker.tasks import (
    bots,
    clock,
    daily_letters,
    demonstration,
    inbox,
    notifications,
    operators,
    post,
    seasons,
)
