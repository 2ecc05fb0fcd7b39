"""The client is the package in client/, tried against the server itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

CLIENT = Path(__file__).resolve().parent.parent.parent / "client"


@pytest.fixture(autouse=True)
def _client_on_the_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(CLIENT / "src"))
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "traders_client"]:
        del sys.modules[name]
