"""The scenarios of the house, and those of a club's own casebook, each a test of its own, through
the one door on the database of the tests.

Left out: those that need what is not built yet (`unkept.toml` of the system), those of systems
without an engine.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from traders.engines.registry import ENGINES
from traders.proof.coverage.report import reasons
from traders.proof.scenarios.choosing import Choosing, choose
from traders.proof.scenarios.door import through_the_door
from traders.proof.scenarios.reading import raw
from traders.proof.scenarios.script import Scenario, ScenarioError

CLUBS = Path(os.environ.get("TRADERS_CASEBOOK") or Path(__file__).parent.parent / "casebook")
"""Where a club keeps its own rulings, as `manage.py casebook export` writes them: they run with the
tests.
"""
FILES = [*sorted(Path(__file__).parent.glob("*.toml")), *sorted(CLUBS.glob("*.toml"))]


def applicable() -> Iterator[Scenario | ScenarioError]:
    """What of the files can be run now."""
    for file in FILES:
        systems = {data["system"] for data in raw(file)} & set(ENGINES)
        for system in sorted(systems):
            for one in choose([file], Choosing(without=reasons(ENGINES[system]).without)):
                if isinstance(one, ScenarioError) or one.system == system:
                    yield one


def _name(one: Scenario | ScenarioError) -> str:
    return one.id if isinstance(one, Scenario) else one.scenario


@pytest.mark.django_db
@pytest.mark.parametrize("scenario", list(applicable()), ids=_name)
def test_scenario(scenario):
    assert isinstance(scenario, Scenario), str(scenario)
    assert through_the_door(scenario).difference == ""


def test_no_scenario_has_the_id_of_another():
    names = [data["id"] for file in FILES for data in raw(file)]
    assert sorted(names) == sorted(set(names))
