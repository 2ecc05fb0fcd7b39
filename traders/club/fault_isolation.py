"""One of many things that come by themselves: a fault in it stops no other."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from django.db import InterfaceError, OperationalError

from traders.engines.kernel.refusal import Refusal

log = logging.getLogger(__name__)
T = TypeVar("T")


def by_itself(what: str, deed: Callable[[], T]) -> T | None:
    """What the deed returns; None where it failed, which is logged with `what` it was of. Raises
    that the database is away, since that is so for all.
    """
    try:
        return deed()
    except (OperationalError, InterfaceError):
        raise
    except Refusal as refusal:
        log.warning("%s: %s", what, refusal.text)
    except Exception:  # one club's fault stops no other club
        log.exception("%s failed; it is tried again", what)
    return None
