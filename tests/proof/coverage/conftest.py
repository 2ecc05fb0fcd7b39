"""Coverage is tried on Toll: its folder, its scenarios, its tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from traders.engines.registry import ENGINES


@pytest.fixture(scope="module", autouse=True)
def _toll() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(ENGINES, "toll", "tests.toll")
        yield
