"""Letters that a page mails while its reader waits, with codes. While the mail server hangs only a
few requests of a process wait for it, so that the others are answered.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

MOST = 2
"""Requests of a process that mail at the same time."""
PATIENCE = 2.0
"""Seconds for which a further one waits for a place."""
_PLACES = BoundedSemaphore(MOST)


@contextmanager
def place() -> Iterator[None]:
    """Within it a letter may be mailed; `OSError`, as where it cannot be, while too many wait."""
    if not _PLACES.acquire(timeout=PATIENCE):
        raise OSError("enough requests wait for the mail server")
    try:
        yield
    finally:
        _PLACES.release()
