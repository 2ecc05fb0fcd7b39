"""Skiff is a system here, and no test leaves its time behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from traders.domain.calendar import clock
from traders.engines import registry


@pytest.fixture(autouse=True)
def _skiff(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(registry.ENGINES, "skiff", "tests.domain.deadlines.skiff")
    yield
    clock.set_to(None)
