"""Skiff is a system here, and no test leaves its time behind; who runs clubs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from traders.domain.calendar import clock
from traders.engines import registry
from traders.models import Player


@pytest.fixture(autouse=True)
def _skiff(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(registry.ENGINES, "skiff", "tests.domain.deadlines.skiff")
    yield
    clock.set_to(None)


@pytest.fixture
def organizer(db: None) -> Player:
    return Player.objects.create_user("otto@example.org", display_name="Otto")
