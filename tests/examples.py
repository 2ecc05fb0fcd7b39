"""How many examples the properties of a run draw, and from which seed: the table examples.toml.

A plugin of pytest, named in pyproject.toml.
"""

from __future__ import annotations

import os
import random
import re
import secrets
import time
import tomllib
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import hypothesis
import pytest

COMMANDS = {"test": "make test", "long": "make test-long", "soak": "make soak"}
"""What runs the tests of each size. The sizes are examples.toml's columns, in their order."""
SIZES = tuple(COMMANDS)
SIZE = "TESTS_SIZE"
"""Names the size of this run; `test` unless it is set."""
SEED = "TESTS_SEED"
"""Names the seed of this run; drawn unless it is set."""
HOURS = "TESTS_HOURS"
"""Names how many hours a soak may take: as many times the examples of one."""
ENDS = "TESTS_SOAK_ENDS"
"""Names the second (of the epoch) from which a soak begins no further test."""
TIME_IS_UP = "left out: the time was up"
COUNTED = "examples"
"""The property of a test's report that says how many examples it was, where the row does not."""
ROWS: dict[str, list[int]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def size() -> str:
    """The size of this run."""
    return os.environ.get(SIZE, "test")


def _place() -> int:
    return SIZES.index(size())


def number(row: str) -> int:
    """How many examples the property of this row draws in this run.

    Raises KeyError where the table has no such row.
    """
    times = max(1, round(float(os.environ.get(HOURS, "1")))) if size() == "soak" else 1
    return ROWS[row][_place()] * times


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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The tests of this size: all that are not marked `long`; or those alone, the properties, and
    those that are marked `sampled`. A test that is named on the command line is of any size.

    Raises UsageError where a property's row is not in the table, and where a long test does not say
    why it is long.
    """
    named = tuple(argument for argument in config.args if "::" in argument)
    drawn_here = sampled(items)
    kept, left = [], []
    for item in items:
        mark, long = item.get_closest_marker("examples"), item.get_closest_marker("long")
        if mark and mark.args[0] not in ROWS:
            raise pytest.UsageError(f"{item.nodeid}: examples.toml has no row `{mark.args[0]}`")
        if long and not re.search(r"\blong\b", _docstring(item), re.IGNORECASE):
            raise pytest.UsageError(f"{item.nodeid} is marked `long`: its docstring says why")
        here = not long if size() == SIZES[0] else long or mark or item.nodeid in drawn_here
        if (mark and number(mark.args[0]) == 0) or drawn_here.get(item.nodeid) is False:
            here = False
        here = here or (bool(named) and item.nodeid.startswith(named))
        (kept if here else left).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """A soak ends in its time, whatever is left."""
    if time.time() > float(os.environ.get(ENDS, "inf")):
        pytest.skip(TIME_IS_UP)


def sampled(items: Sequence[pytest.Item]) -> dict[str, bool]:
    """Which cases of the tests that are marked `sampled` this run draws, by their ids: of four as
    many as the row of that name says, and at least one; a long run others than `make test` by the
    same seed.
    """
    cases: dict[str, list[str]] = {}
    for item in items:
        if item.get_closest_marker("sampled"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item.nodeid)
    return {
        case: case in here
        for test, all_cases in cases.items()
        for here in [_sample(test, all_cases)]
        for case in all_cases
    }


def _sample(test: str, cases: Sequence[str]) -> set[str]:
    order = random.Random(f"{os.environ[SEED]} {test}").sample(cases, len(cases))
    short, many = (max(1, round(len(cases) * ROWS["sampled"][n] / 4)) for n in (0, _place()))
    begin = short if size() == "long" else 0
    return set(islice(cycle(order), begin, begin + many))


def _docstring(item: pytest.Item) -> str:
    return str(getattr(item, "obj", item).__doc__ or "")


def property_of(row: str, **settings: Any) -> Any:
    """Marks a property that hypothesis draws the examples of: as many as the row says.

    `settings`: hypothesis' own, by name.
    """

    def marked(test: Any) -> Any:
        drawing = hypothesis.settings(max_examples=number(row), **settings)
        return pytest.mark.examples(row)(drawing(test))

    return marked


def drawn(row: str, things: Sequence[Any]) -> list[Any]:
    """As many of these things as the row says, by the run's seed and in their order: what a test
    is parametrized with that would be too dear for all of them. All where the row says as many.
    """
    most = min(number(row), len(things))
    chosen = random.Random(f"{os.environ[SEED]} {row}").sample(range(len(things)), most)
    return [things[place] for place in sorted(chosen)]


BATCHES = {"long": 2, "soak": 12}
"""Into how many tests a property is divided, so that several processes draw its examples."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A property of a long run is a few tests, each with its part of the examples."""
    if "batch" in metafunc.fixturenames and size() in BATCHES:
        (row,) = metafunc.definition.get_closest_marker("examples").args  # type: ignore[union-attr]
        many = min(number(row), BATCHES[size()])
        places = [(place, many) for place in range(many)]
        ids = [f"{place + 1}of{many}" for place in range(many)]
        metafunc.parametrize("batch", places, ids=ids, indirect=True)


@pytest.fixture
def batch(request: pytest.FixtureRequest) -> tuple[int, int]:
    """Which part of how many of the property's examples this test draws."""
    return getattr(request, "param", (0, 1))


@pytest.fixture
def examples(request: pytest.FixtureRequest, batch: tuple[int, int]) -> int:
    """How many examples this property, or this part of it, draws."""
    mark = request.node.get_closest_marker("examples")
    assert mark, f"{request.node.nodeid} is not marked `examples`"
    place, many = batch
    whole = number(mark.args[0])
    return whole // many + (place < whole % many)


@pytest.fixture
def lots(request: pytest.FixtureRequest, batch: tuple[int, int]) -> random.Random:
    """What this property draws its examples with: by the run's seed and the test's name."""
    return random.Random(f"{os.environ[SEED]} {request.node.nodeid}")
