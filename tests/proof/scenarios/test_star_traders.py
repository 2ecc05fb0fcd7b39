"""Some scenarios of Star Traders on PostgreSQL as well; tests/scenarios runs all, on SQLite."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.scenarios.in_memory_game import MemoryTable
from tools.scenarios.selection import Selection, selected
from traders.proof.scenarios.database_game import through_the_door
from traders.proof.scenarios.scenario_runner import run
from traders.proof.scenarios.scenario_types import Scenario
from traders.proof.scenarios.table_interface import NotInMemoryError

FILES = sorted((Path(__file__).parents[2] / "scenarios").glob("star-traders-*.toml"))
SOME = [
    one
    for one in selected(
        FILES, Selection(without=frozenset({"deals", "personalities", "advanced", "clock"}))
    )
    if isinstance(one, Scenario) and not one.needs_court()
][::12]


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize("scenario", SOME, ids=lambda one: one.id)
def test_as_letters_through_the_door(scenario):
    assert through_the_door(scenario).difference == ""


@pytest.mark.parametrize("scenario", SOME, ids=lambda one: one.id)
def test_in_memory_they_go_the_same_way(scenario):
    try:
        told = run(scenario, MemoryTable)
    except NotInMemoryError as why:
        pytest.skip(f"{why} needs rows")
    assert told.difference == ""
