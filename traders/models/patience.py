"""What a worker alone knows, of letters that it has claimed, it records also where the database
goes away for a while.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")

AWAY = 120
"""Seconds that a worker goes on trying: fewer than its claim has, and a task."""


def again_while_away(step: Callable[P, T]) -> Callable[P, T]:
    """Take a step of a claim again while the database is away: nobody else knows how far this
    worker came with it.
    """

    @wraps(step)
    def patient(*args: P.args, **kwargs: P.kwargs) -> T:
        until = time.monotonic() + AWAY
        while True:
            try:
                return step(*args, **kwargs)
            except (OperationalError, InterfaceError):
                if connection.in_atomic_block or time.monotonic() >= until:
                    raise
                log.warning("the database is away in the midst of a claim; tried again in a second")
                connection.close()
                time.sleep(1)

    return patient
