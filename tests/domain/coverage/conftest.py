"""Coverage is tried on Toll: its folder, its scenarios, its tests."""

from __future__ import annotations

import pytest

from traders.engines.registry import ENGINES


@pytest.fixture(autouse=True)
def _toll(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, "toll", "tests.toll")
