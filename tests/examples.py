"""How many examples the properties of a run draw, and from which seed: the table examples.toml.

A plugin of pytest, named in pyproject.toml.
"""

from __future__ import annotations

import os
import random
import secrets
import tomllib
from pathlib import Path

import pytest

SIZES = ("test", "long", "soak")
"""Sizes of a run, as examples.toml has its columns."""
SIZE = "TESTS_SIZE"
"""Names the size of this run; `test` unless it is set."""
SEED = "TESTS_SEED"
"""Names the seed of this run; drawn unless it is set."""
HOURS = "TESTS_HOURS"
"""Names how many hours a soak may take: as many times the examples of one."""
ROWS: dict[str, list[int]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def size() -> str:
    """The size of this run."""
    return os.environ.get(SIZE, "test")


def number(row: str) -> int:
    """How many examples the property of this row draws in this run.

    Raises KeyError where the table has no such row.
    """
    times = max(1, round(float(os.environ.get(HOURS, "1")))) if size() == "soak" else 1
    return ROWS[row][SIZES.index(size())] * times


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """One seed for all processes of the run, hypothesis' own too."""
    os.environ.setdefault(SEED, str(secrets.randbelow(10**9)))


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Hypothesis draws from the same seed."""
    if config.getoption("hypothesis_seed", None) is None:
        config.option.hypothesis_seed = os.environ[SEED]


def pytest_report_header() -> str:
    """How the same examples are drawn again."""
    return f"examples: {size()}, seed {os.environ[SEED]} ({SEED}={os.environ[SEED]} draws the same)"


def _row(request: pytest.FixtureRequest) -> str:
    mark = request.node.get_closest_marker("examples")
    assert mark, f"{request.node.nodeid} is not marked `examples`"
    return mark.args[0]


@pytest.fixture
def examples(request: pytest.FixtureRequest) -> int:
    """How many examples this property draws."""
    return number(_row(request))


@pytest.fixture
def lots(request: pytest.FixtureRequest) -> random.Random:
    """What this property draws its examples with: by the run's seed and the test's name."""
    return random.Random(f"{os.environ[SEED]} {request.node.nodeid}")
