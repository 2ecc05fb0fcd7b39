"""The runner is tried on Toll, a game of a few rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tools.scenarios.selection import Selection, selected
from traders.engines.registry import ENGINES
from traders.proof.scenarios.scenario_types import Scenario, ScenarioError

Read = Callable[..., "Scenario | ScenarioError"]


@pytest.fixture(autouse=True)
def _toll(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, "toll", "tests.toll")


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads one scenario of Toll from the lines given; seats red and blue, an id and a title are
    supplied.
    """

    def read_lines(text: str, seats: str = '["red", "blue"]') -> Scenario | ScenarioError:
        path = tmp_path / "toll.toml"
        path.write_text(
            'system = "toll"\n[[scenario]]\nid = "one"\ntitle = "t"\nrules = '
            f'["TO-ROLL-01"]\nseats = {seats}\n{text}\n'
        )
        (found,) = selected([path], Selection())
        return found

    return read_lines
