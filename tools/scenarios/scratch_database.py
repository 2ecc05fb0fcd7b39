"""A server's database set aside while scenarios run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.test import utils

from traders.proof.scenarios.in_memory_database import elsewhere


@contextmanager
def scratch_database() -> Iterator[None]:
    """Replace the server's own database by an empty SQLite with all tables; the server's is not
    even opened. No letter leaves the server meanwhile.
    """
    utils.setup_test_environment(debug=False)
    try:
        with elsewhere():
            yield
    finally:
        utils.teardown_test_environment()
