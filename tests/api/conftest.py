"""The API is tried on Toll, as pages are, wherever no rule of a real system matters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from django.db import transaction

from tests.api.program import Program
from tests.web.conftest import _no_attempts, _toll, blue, game, gathering, red
from traders.models import Player

__all__ = ["_no_attempts", "_toll", "blue", "game", "gathering", "red"]


@pytest.fixture
def reds(red: Player) -> Program:
    return Program(red)


@pytest.fixture
def blues(blue: Player) -> Program:
    return Program(blue)


@pytest.fixture
def in_a_trial(db: None) -> Callable[[], AbstractContextManager[None]]:
    """What is done within it is undone afterwards."""

    @contextmanager
    def trial() -> Iterator[None]:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)

    return trial
