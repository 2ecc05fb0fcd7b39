"""Retries for a worker's last step with a claimed letter, which nobody else can record, while the
database is away.
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
"""Seconds for which a worker retries: less than its claim and its task last."""


def again_while_away(step: Callable[P, T]) -> Callable[P, T]:
    """Decorator: repeat a step of a claim while the database is away, outside a transaction. Nobody
    else knows how far this worker came.
    """

    @wraps(step)
    def retrying(*args: P.args, **kwargs: P.kwargs) -> T:
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

    return retrying
